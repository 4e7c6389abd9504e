import { describe, expect, it } from 'vitest';
import { knownValues, type CheckoutSession } from '@contract';
import { checkResponse } from '@contract/findings';
import {
  sampleIds,
  SessionHandler,
  sessionIds,
  sessionIdsByScheme,
  sessionIdsByTaxIdKind,
} from './session-handler';
import { expiresWithinMinute, tomorrowMidnight } from './sample';

const NOW = Date.UTC(2026, 10, 21, 10, 30, 15, 250);

function read(id: string, now = NOW): CheckoutSession {
  const { status, body } = new SessionHandler(() => now).get(id, true);
  expect(status).toBe(200);
  return JSON.parse(String(body));
}

const everySample = { ...sampleIds, ...sessionIdsByScheme, ...sessionIdsByTaxIdKind };

describe('the sample sessions', () => {
  it('have fixed IDs', () => {
    expect(sampleIds).toEqual({
      rich: '5e550000-0000-4000-8000-000000000001',
      minimal: '5e550000-0000-4000-8000-000000000002',
      expired: '5e550000-0000-4000-8000-000000000003',
      expiring: '5e550000-0000-4000-8000-000000000004',
      guest: '5e550000-0000-4000-8000-000000000005',
      unknownEnums: '5e550000-0000-4000-8000-000000000006',
      maximal: '5e550000-0000-4000-8000-000000000007',
      unicode: '5e550000-0000-4000-8000-000000000008',
      large: '5e550000-0000-4000-8000-000000000009',
    });
    expect(sessionIdsByScheme['accel']).toBe('5e550000-0000-4000-8000-000000001001');
    expect(sessionIdsByScheme['visa']).toBe('5e550000-0000-4000-8000-000000001024');
    expect(sessionIdsByTaxIdKind['co.itin']).toBe('5e550000-0000-4000-8000-000000002001');
    expect(sessionIds.errors[404]).toBe('00000000-0000-4000-8000-000000000404');
  });

  it('have unique IDs', () => {
    const ids = [...Object.values(everySample), ...Object.values(sessionIds.errors)];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(Object.entries(everySample).filter(([name]) => name !== 'unknownEnums'))(
    '%s conforms to the contract',
    (_, id) => {
      const session = read(id);
      expect(session.id).toBe(id);
      expect(checkResponse('get_checkout_session', 200, session).findings).toEqual([]);
    },
  );

  it('are the same at each start and within a day', () => {
    for (const id of Object.values(everySample)) {
      expect({ ...read(id, NOW + 86_400_000), expires_at: '' }).toEqual({ ...read(id, NOW), expires_at: '' });
    }
    expect(read(sessionIds.rich, NOW)).toEqual(read(sessionIds.rich, NOW + 3_600_000));
  });
});

describe('each sample', () => {
  it('rich uses every field', () => {
    const session = read(sessionIds.rich);
    const fieldsOf = (value: object | null | undefined): number => Object.keys(value ?? {}).length;
    expect(fieldsOf(session)).toBe(7);
    expect(fieldsOf(session.cart_items?.[0])).toBe(12);
    expect(fieldsOf(session.buyer)).toBe(5);
    expect(fieldsOf(session.buyer?.billing_details)).toBe(6);
    expect(fieldsOf(session.buyer?.billing_details?.address)).toBe(9);
    expect(fieldsOf(session.buyer?.shipping_details)).toBe(5);
    expect(fieldsOf(session.payment_method)).toBe(7);
    expect(fieldsOf(session.payment_method?.details)).toBe(4);
  });

  it('minimal has only the required fields', () => {
    expect(Object.keys(read(sessionIds.minimal))).toEqual(['id', 'expires_at']);
  });

  it('expired is past, expiring ends within a minute, the others are valid for a day', () => {
    const left = (id: string): number => Date.parse(read(id).expires_at) - NOW;
    expect(left(sessionIds.expired)).toBeLessThan(0);
    expect(left(sessionIds.expiring)).toBeGreaterThan(0);
    expect(left(sessionIds.expiring)).toBeLessThanOrEqual(60_000);
    for (const name of ['rich', 'minimal', 'guest', 'unknownEnums', 'unicode', 'large', 'maximal'] as const) {
      expect(left(sessionIds[name])).toBeGreaterThanOrEqual(86_400_000);
    }
  });

  it('guest has a buyer without addresses', () => {
    const { buyer } = read(sessionIds.guest);
    expect(buyer?.billing_details?.address ?? null).toBeNull();
    expect(buyer?.shipping_details ?? null).toBeNull();
  });

  it('unknownEnums has only a note for each unknown value', () => {
    const { findings } = checkResponse('get_checkout_session', 200, read(sessionIds.unknownEnums));
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual(
      findings.map(() => ['unknown-enum', 'note']),
    );
    expect(findings.map(({ pointer }) => pointer).sort()).toEqual([
      '/buyer/billing_details/tax_id/kind',
      '/cart_items/0/product_type',
      '/cart_items/1/product_type',
      '/payment_method/scheme',
    ]);
  });

  it('maximal reaches every limit: one more breaks the contract', () => {
    const session = read(sessionIds.maximal);
    const unlimited =
      /url$|^\/metadata|bin|issuer|label|fingerprint|scheme|kind|product_type|_country|state_code|\/country|^\/id$|\/id$|type$|expires_at|method\/method/;
    let tried = 0;
    for (const [pointer, longer] of lengthened(session)) {
      if (unlimited.test(pointer)) continue;
      const { findings } = checkResponse('get_checkout_session', 200, longer);
      expect(findings.map((finding) => finding.pointer)).toEqual([pointer]);
      tried += 1;
    }
    expect(tried).toBeGreaterThan(60);
  });

  it('unicode has right-to-left text and characters beyond the basic plane', () => {
    const text = JSON.stringify(read(sessionIds.unicode));
    expect(text).toMatch(/\p{Script=Arabic}/u);
    expect(text).toMatch(/\p{Script=Hebrew}/u);
    expect(text).toMatch(/[\u{10000}-\u{10ffff}]/u);
  });

  it('large has 1,000 items', () => {
    expect(read(sessionIds.large).cart_items).toHaveLength(1000);
  });

  it('include one for every card scheme and kind of tax ID', () => {
    for (const scheme of knownValues.CardScheme)
      expect(read(sessionIdsByScheme[scheme] ?? '').payment_method?.scheme).toBe(scheme);
    for (const kind of knownValues.TaxIdKind) {
      expect(read(sessionIdsByTaxIdKind[kind] ?? '').buyer?.billing_details?.tax_id?.kind).toBe(kind);
    }
  });
});

describe('expiry', () => {
  it('soon counts down from a minute to five seconds and restarts', () => {
    let last = Number.POSITIVE_INFINITY;
    let renewed = 0;
    for (let now = NOW; now < NOW + 6 * 55_000; now += 100) {
      const left = expiresWithinMinute(now) - now;
      expect(left).toBeGreaterThanOrEqual(5_000);
      expect(left).toBeLessThanOrEqual(60_000);
      if (left > last) renewed += 1;
      else if (last !== Number.POSITIVE_INFINITY) expect(left).toBe(last - 100);
      last = left;
    }
    expect(renewed).toBe(6);
  });

  it('tomorrowMidnight is 24 to 48 hours ahead', () => {
    expect(new Date(tomorrowMidnight(NOW)).toISOString()).toBe('2026-11-23T00:00:00.000Z');
  });
});

/** Copies of the session in which one text or number at a time is one longer, each with the pointer to it. */
function* lengthened(session: CheckoutSession): Generator<[string, unknown]> {
  const text = JSON.stringify(session);
  for (const pointer of pointersOf(session, '')) {
    const copy: unknown = JSON.parse(text);
    const steps = pointer.slice(1).split('/');
    const last = steps.pop() ?? '';
    const owner = steps.reduce<unknown>((value, step) => Reflect.get(Object(value), step), copy);
    const value: unknown = Reflect.get(Object(owner), last);
    Reflect.set(
      Object(owner),
      last,
      typeof value === 'number'
        ? value + 1
        : pointer.includes('phone')
          ? `${String(value)}0`
          : `x${String(value)}`,
    );
    yield [pointer, copy];
  }
}

function pointersOf(value: unknown, pointer: string): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => pointersOf(part, `${pointer}/${key}`));
}
