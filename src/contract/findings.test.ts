import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SURELY_COUNTED } from './finding';
import { MAX_VIOLATIONS } from './violation-limit';
import { checkResponse, MAX_FINDINGS } from './findings';
import { long, sessionMutations, withValueAt, type Mutation } from './testing/mutations';
import { buyerPage, checkoutSession, dateTime, fullSession } from './testing/sessions';

const clean = { check: { kind: 'checked' }, findings: [], moreFindings: 0 };
const session = (body: unknown) => checkResponse('get_checkout_session', 200, body);

describe('a checkout session', () => {
  it('has no finding if valid, except notes of unknown enum values', () => {
    fc.assert(
      fc.property(checkoutSession, (body) => {
        const { findings } = session(body);
        expect(
          findings.filter(({ severity, rule }) => severity !== 'note' || rule !== 'unknown-enum'),
        ).toEqual([]);
      }),
    );
    expect(session(fullSession)).toEqual(clean);
  });

  it.each(sessionMutations)('with %s = %j has one finding, %s (%s)', (pointer, value, rule, severity) => {
    const { findings, moreFindings } = session(withValueAt(fullSession, pointer, value));
    expect(findings.map((finding) => [finding.pointer, finding.rule, finding.severity])).toEqual([
      [pointer, rule, severity],
    ]);
    expect(moreFindings).toBe(0);
    expect(findings[0]?.value === null).toBe(value === undefined);
  });

  it('has each of several findings, sorted by severity', () => {
    fc.assert(
      fc.property(
        fc.subarray(sessionMutations.filter(([pointer]) => pointer.split('/').length > 3)),
        (chosen) => {
          const byPointer = new Map(chosen.map((mutation) => [mutation[0], mutation]));
          const body = [...byPointer].reduce(
            (node, [at, [, value]]) => withValueAt(node, at, value),
            fullSession as unknown,
          );
          const { findings } = session(body);
          const rank = findings.map(({ severity }) => ['error', 'warning', 'note'].indexOf(severity));
          expect(rank).toEqual([...rank].sort());
          // A mutation inside a value that another mutation removed has no finding of its own.
          for (const { pointer, rule } of findings) expect(byPointer.get(pointer)?.[2]).toBe(rule);
        },
      ),
    );
  });

  it('has a finding for a property named __proto__', () => {
    const body: unknown = JSON.parse(
      JSON.stringify(fullSession).replace('"metadata"', '"__proto__":1,"metadata"'),
    );
    expect(session(body).findings).toMatchObject([
      { pointer: '/__proto__', rule: 'unlisted-property', value: '1' },
    ]);
  });

  it('is measured in characters, not UTF-16 units', () => {
    expect(session(withValueAt(fullSession, '/cart_items/0/name', '🙂'.repeat(255)))).toEqual(clean);
    const { findings } = session(withValueAt(fullSession, '/cart_items/0/name', '🙂'.repeat(256)));
    expect(findings[0]?.message).toBe('The text has 256 characters; it should have at most 255.');
  });

  it('has findings that say what was found and what was expected', () => {
    const { findings } = session(withValueAt(fullSession, '/buyer', 'Ada'));
    expect(findings[0]).toMatchObject({
      message: 'This should be an object or null, and it is text.',
      expected: 'object or null',
      value: '"Ada"',
    });
  });

  it('with 1,000 invalid items has a limited list of findings, and a count of the rest', () => {
    const item = {
      name: '',
      quantity: 0,
      unit_amount: -1,
      product_type: 'x',
      sku: '',
      extra: { deep: long(9999) },
    };
    const { findings, moreFindings } = session({
      ...fullSession,
      cart_items: Array.from({ length: 1000 }, () => item),
    });
    expect(findings).toHaveLength(MAX_FINDINGS);
    expect(findings.length + moreFindings).toBe(6000);
    expect(findings.every(({ severity }) => severity === 'error')).toBe(true);
  });

  it('accepts every date and time with an offset', () => {
    fc.assert(
      fc.property(dateTime, (text) => {
        expect(session({ ...fullSession, expires_at: text })).toEqual(clean);
      }),
    );
    for (const leap of ['2024-02-29T00:00:00Z', '2000-02-29T12:00:00.5-08:00', '2016-12-31T23:59:60Z']) {
      expect(session({ ...fullSession, expires_at: leap })).toEqual(clean);
    }
  });

  it('is not checked to the end if it is broken everywhere', () => {
    for (const cart_items of [
      Array(1_000_000).fill(0),
      Array(300_000).fill({ name: 1, sku: '', quantity: 0 }),
    ]) {
      const { findings, moreFindings } = session({ ...fullSession, cart_items });
      expect(findings).toHaveLength(MAX_FINDINGS);
      expect(moreFindings).toBeGreaterThan(SURELY_COUNTED);
      expect(moreFindings).toBeLessThan(MAX_VIOLATIONS);
    }
    // A value that fits none of several shapes breaks the largest number of rules for a single finding.
    const cart_items = Array(100_000).fill({ name: 'x', quantity: 1, unit_amount: 1, product_type: 1 });
    expect(session({ ...fullSession, cart_items }).moreFindings).toBeGreaterThan(SURELY_COUNTED);
    const metadata = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, index]));
    expect(session({ ...fullSession, metadata }).findings).toHaveLength(MAX_FINDINGS);
    expect(session(fullSession)).toEqual(clean);
  });
});

describe('a buyer page', () => {
  const page = (body: unknown) => checkResponse('list_buyers', 200, body);

  it('has no finding if valid', () => {
    fc.assert(
      fc.property(buyerPage, (body) => {
        expect(page(body)).toEqual(clean);
      }),
    );
  });

  const full = {
    items: [
      {
        id: '0b7f4a35-6f4d-4bb4-9d1e-1f0f6a3c2d10',
        type: 'buyer',
        display_name: 'Ada',
        external_identifier: null,
        created_at: '2026-01-01T00:00:00+00:00',
        updated_at: '2026-01-01T00:00:00Z',
      },
    ],
    limit: 1,
    next_cursor: null,
    previous_cursor: 'abc',
  };
  const broken: readonly Mutation[] = [
    ['/items', undefined, 'required', 'error'],
    ['/limit', undefined, 'required', 'error'],
    ['/limit', '1', 'type', 'error'],
    ['/next_cursor', 1, 'type', 'error'],
    ['/total', 1, 'unlisted-property', 'warning'],
    ['/items/0/id', undefined, 'required', 'error'],
    ['/items/0/type', 'guest', 'constant', 'error'],
    ['/items/0/display_name', null, 'type', 'error'],
    ['/items/0/created_at', 'yesterday', 'format', 'error'],
    // The specification leaves further fields of a buyer open, so this is not a mistake of the service.
    ['/items/0/account_number', '1', 'unlisted-property', 'note'],
  ];
  it.each(broken)('with %s = %j has one finding, %s (%s)', (pointer, value, rule, severity) => {
    expect(page(full)).toEqual(clean);
    expect(page(withValueAt(full, pointer, value)).findings).toMatchObject([{ pointer, rule, severity }]);
  });
});
