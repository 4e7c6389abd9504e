import { describe, expect, it } from 'vitest';
import type { Body, Exchange } from '@shared/http/exchange';
import { parseExactJson } from '@renderer/components/facts/parse-exact-json';
import { readSession, readStoredSession, sessionSummary } from './session-reading';

const now = new Date('2026-11-21T12:00:00Z');

describe('sessionSummary', () => {
  it.each([
    [
      {
        expires_at: '2026-11-21T09:00:00+00:00',
        cart_items: [1, 2],
        payment_method: { scheme: 'visa', label: '1111' },
      },
      'Expired 3 h ago, at 21 Nov 2026 09:00:00 UTC',
      '2 cart lines, total not computed · card visa •••• 1111',
    ],
    [
      {
        expires_at: '2026-11-21T12:00:30Z',
        cart_items: [{ quantity: 2, unit_amount: 6_000 }],
        payment_method: {},
      },
      'Expires in 30 s, at 21 Nov 2026 12:00:30 UTC',
      '1 cart line, total 12,000 in the smallest unit (computed) · card',
    ],
    [
      { cart_items: null, payment_method: { scheme: 'visa', label: '4111111111111111' } },
      'Expiry unknown',
      'no cart · card visa •••• 411111••••••1111',
    ],
    [
      { cart_items: null, payment_method: { method: 'paypal', label: 'zoe@example.com' } },
      'Expiry unknown',
      // No answer says whether a checkout was paid.
      'no cart · payment method paypal',
    ],
    [
      {
        cart_items: [
          { quantity: 2, unit_amount: 500, product_type: 'physical' },
          { quantity: 1, unit_amount: 300, product_type: 'discount' },
        ],
        payment_method: null,
      },
      'Expiry unknown',
      '2 cart lines, total 1,300 in the smallest unit (computed; 300 of discount or credit lines added, as the specification does not say to deduct them) · no payment method',
    ],
    [
      { expires_at: 'soon', cart_items: null, payment_method: null },
      'Expiry unknown',
      'no cart · no payment method',
    ],
    [{}, 'Expiry unknown', 'cart not given · payment method not given'],
  ])('%j', (session, state, words) => {
    expect(sessionSummary(session, now)).toMatchObject({ state, words });
  });
});

const response = (body: Body, status = 200): Pick<Exchange, 'outcome' | 'response'> => ({
  outcome: { kind: 'answered' },
  response: { status, statusText: 'OK', httpVersion: '1.1', headers: [], body, wireBytes: 0, tls: null },
});
const stored = {
  kind: 'stored',
  bodyId: '7f000000-0000-4000-8000-000000000001',
  bytes: 5_000_000,
  encoding: 'utf-8',
  complete: true,
} as const;
const reading = (body: Body, status?: number) => readSession(response(body, status) as Exchange);

describe('a session', () => {
  it('over 1 MB is read from its stored body', async () => {
    expect(reading(stored)).toEqual({ kind: 'reading' });
    const asked: unknown[] = [];
    const session = await readStoredSession(stored, undefined, (body) => {
      asked.push(body);
      return Promise.resolve({ kind: 'text', text: '{"id":"x"}' });
    });
    expect(session).toEqual({ kind: 'session', session: { id: 'x' } });
    expect(asked).toEqual([{ address: `app://explorer/bodies/${stored.bodyId}`, bytes: stored.bytes }]);
  });

  it('over 1 MB is read exactly, and not to the end if no longer wanted', async () => {
    const large = `{"id":"x","amount":12345678901234567890,"list":[${'{"a":[1,2]},'.repeat(100_000)}0]}`;
    const ask = () => Promise.resolve({ kind: 'text', text: large } as const);
    const read = await readStoredSession(stored, undefined, ask);
    expect(read).toEqual({ kind: 'session', session: parseExactJson(large) });
    let asked = 0;
    expect(await readStoredSession(stored, () => (asked += 1) === 2, ask)).toBeNull();
    expect(asked).toBe(2);
  });

  it('that cannot be read says why, not that it is not an object', async () => {
    const lost = await readStoredSession(stored, undefined, () =>
      Promise.resolve({ kind: 'failure', message: 'Gone.' }),
    );
    expect(lost).toEqual({ kind: 'none', words: 'Gone.' });
    const words = [{ encoding: 'binary' as const }, { complete: false }, { bytes: 65_000_000 }].map(
      (change) => JSON.stringify(reading({ ...stored, ...change })),
    );
    expect(words[0]).toContain('not text in UTF-8');
    expect(words[1]).toContain('did not arrive in full');
    expect(words[2]).toContain('larger than 64 MB');
    const text = { kind: 'text', text: '{"id":"x"}', bytes: 10, bodyId: null } as const;
    words.push(JSON.stringify(reading(text, 299)));
    expect(words[3]).toContain('only a 200 is read as a session, and this is a 299');
    const error = '{"type":"error","code":"not_found","status":404,"message":"No such session"}';
    words.push(JSON.stringify(reading({ ...text, text: error })));
    expect(words[4]).toContain('it is the error object of the API');
    words.push(JSON.stringify(reading({ ...text, text: '{"ok":true}' })));
    expect(words[5]).toContain('it has no field of a session');
    words.push(JSON.stringify(reading({ ...text, text: '{"type":"transaction","id":"x"}' })));
    expect(words[6]).toContain('it says that it is of the type “transaction”');
    expect(words.join()).not.toContain('not an object');
    const ask = () => Promise.resolve({ kind: 'text', text: '{"id":"x"' } as const);
    const broken = await readStoredSession(stored, undefined, ask);
    expect(broken).toMatchObject({
      kind: 'none',
      words: expect.stringContaining('is not valid JSON') as unknown,
    });
  });
});
