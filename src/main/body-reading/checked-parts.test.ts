import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSessionBody } from '@shared/history/session-body';
import { answerQuestion, requestedMembers } from './answer-question';
import { parseJson } from '@shared/json/parse-json';
import { checkText } from './check-text';
import { CheckedParts } from './checked-parts';
import type { CheckQuestion } from './protocol';

/** Far more than a preview shows, and far less than the tests generate. */
const MAX_KEPT = 3_000;

function partsOf(
  text: string,
  members: Iterable<string>,
  sizes: readonly number[] = [],
  maxKept = MAX_KEPT,
): CheckedParts {
  const parts = new CheckedParts(new Set(members), maxKept);
  let rest: Uint8Array = new TextEncoder().encode(text);
  for (const size of sizes) {
    parts.take(rest.slice(0, size), false);
    rest = rest.slice(size);
  }
  parts.take(rest, true);
  return parts;
}

const kept = (...args: Parameters<typeof partsOf>): string =>
  partsOf(...args)
    .bytesKept()
    .toString('utf8');

const QUESTIONS: readonly CheckQuestion[] = [
  { kind: 'check', operation: 'get_checkout_session', status: 200, contentType: 'application/json' },
  { kind: 'check', operation: 'get_checkout_session', status: 404, contentType: null },
  { kind: 'check', operation: 'get_checkout_session', status: 422, contentType: null },
  { kind: 'check', operation: 'list_buyers', status: 200, contentType: 'text/plain' },
  { kind: 'check', operation: 'vault_forward', status: 400, contentType: null },
  { kind: 'check', operation: 'vault_forward', status: 299, contentType: null },
];

// No key is a number, because JavaScript moves those to the front of an object.
const key = fc.oneof(
  fc.constantFrom(
    'id',
    'type',
    'code',
    'status',
    'message',
    'details',
    'cart_items',
    'buyer',
    'payment_method',
  ),
  fc.constantFrom('items', 'limit', 'metadata', 'expires_at', '__proto__', 'a"\\b', 'é€😀'),
  fc.string({ maxLength: 5 }).map((name) => `k${name}`),
);
const scalar = fc.oneof(
  fc.constantFrom<unknown>('error', 404, '2030-01-01T00:00:00Z', 'checkout-session', null, true, 1e300),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'small' }, scalar, tie('list'), tie('object'), tie('long')),
  list: fc.array(tie('any'), { maxLength: 5 }),
  object: fc
    .array(fc.tuple(key, tie('any')), { maxLength: 6 })
    .map((entries): unknown => Object.fromEntries(entries)),
  long: fc
    .tuple(fc.oneof(scalar, fc.dictionary(key, scalar, { maxKeys: 3 })), fc.nat({ max: 400 }))
    .map(([item, times]) => new Array(times).fill(item)),
}));
const text = fc
  .tuple(fc.oneof(value.object, value.any), fc.constantFrom(0, 1, '\t'))
  .map(([json, indent]) => JSON.stringify(json, null, indent));
const broken = fc
  .tuple(text, fc.nat(), fc.constantFrom('', '"', ',', '}', '\\', '\u0000'))
  .map(([whole, at, sign]) => {
    const place = at % (whole.length + 1);
    // UTF-8 cannot contain half a surrogate pair.
    return Buffer.from(whole.slice(0, place) + sign + whole.slice(place + 1)).toString('utf8');
  });
const sizes = fc.array(fc.nat({ max: 2_000 }), { maxLength: 8 });

describe('what is kept of a body for checking', () => {
  it('gives the same answers as the whole body, whatever its content and pieces', () => {
    let cut = 0;
    fc.assert(
      fc.property(fc.constantFrom(...QUESTIONS), fc.oneof(text, broken), sizes, (question, whole, pieces) => {
        const parts = partsOf(whole, requestedMembers(question), pieces);
        const isJson = parts.failure === null;
        const read = parts.bytesKept().toString('utf8');
        if (isJson && read.length < whole.length) cut += 1;
        expect(isJson).toBe(parseJson(whole) !== undefined);
        expect(answerQuestion(question, { text: read, isJson })).toEqual({
          check: checkText(question, whole),
          session: question.operation === 'get_checkout_session' ? readSessionBody(parseJson(whole)) : null,
        });
      }),
      { numRuns: 500 },
    );
    expect(cut).toBeGreaterThan(50);
  });

  it('holds each needed member whole, and only the beginning of other lists and objects', () => {
    const items = Array.from({ length: 100 }, (_, at) => at);
    const whole = JSON.stringify({ a: items, cart_items: items, b: { c: items, d: items }, e: 1 });
    expect(JSON.parse(kept(whole, ['cart_items'], [], 20))).toEqual({
      a: items.slice(0, 10),
      cart_items: items,
      b: { c: items.slice(0, 8) },
      e: 1,
    });
  });

  it('is the same wherever the body is split', () => {
    const items = Array.from({ length: 30 }, (_, at) => at);
    const whole = JSON.stringify({ 'cart_\u20ac"items': items, other: items, id: -1e3 }, null, 1);
    const asOne = kept(whole, ['cart_\u20ac"items'], [], 20);
    expect(asOne.length).toBeLessThan(whole.length);
    for (let at = 1; at < Buffer.byteLength(whole); at += 1)
      expect(kept(whole, ['cart_\u20ac"items'], [at], 20)).toBe(asOne);
  });

  it('recognizes a byte order mark at the beginning, and nowhere else', () => {
    const [mark, whole] = ['\ufeff', '[10, 2]'];
    expect(partsOf(mark + whole, [], [1, 1]).failure).toBeNull();
    for (let at = 1; at <= whole.length; at += 1) {
      const broken = whole.slice(0, at) + mark + whole.slice(at);
      expect(partsOf(broken, [], [at]).failure).not.toBeNull();
    }
  });

  it('is the beginning of a body that is not an object or not JSON', () => {
    expect(kept(`[${'1,'.repeat(100)}1]`, ['items'], [], 10)).toBe('[1,1,1,1,1]');
    expect(kept(`<html>${'x'.repeat(100)}`, [], [3, 50], 10)).toBe('<html>xxxx');
    expect(kept(`{"a":[${'1,'.repeat(100)}`, [], [], 10)).toBe('{"a":[1,1,');
  });

  it('is the same wherever the body is split', () => {
    const items = JSON.stringify(Array.from({ length: 1_000 }, (_, at) => ({ id: at })));
    const parts = new CheckedParts(new Set(['id']));
    const encode = (piece: string) => new TextEncoder().encode(piece);
    parts.take(encode('{"id":1,"more":{"items":[1'), false);
    for (let time = 0; time < 1_000; time += 1) parts.take(encode(`,${items}`), false);
    parts.take(encode(']}}'), true);
    expect(parts.complete).toBe(true);
    expect(parts.bytesKept().length).toBeLessThan(70_000);
  });
});
