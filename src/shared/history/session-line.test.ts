import { expect, it } from 'vitest';
import type { Exchange } from '../http/exchange';
import { apiError, exchangeOf, unanswered } from '../testing/exchanges';
import { sessionFailure, sessionLine } from './session-line';
import { readSessionBody } from './session-body';
import type { SessionLine } from './session-outcome';

const ASKED = '5e550000-0000-4000-8000-00000000000a';
const NOW = new Date('2026-11-21T09:00:00Z');

function lineOf(body: object): SessionLine {
  const answered = exchangeOf(200, JSON.stringify(body));
  return sessionLine(ASKED, answered, { kind: 'read', body: readSessionBody(body) }, NOW);
}

it('says when the session was read', () => {
  expect(lineOf({}).readAt).toBe('2026-01-01T00:00:00.000Z');
});

it('has the references by which a session is asked about, each once', () => {
  const details = { email_address: 'ada@example.com' };
  const buyer = {
    ...{ external_identifier: 'customer-1', account_number: null },
    ...{ billing_details: details, shipping_details: details },
  };
  const metadata = { order_id: '20417', odd: 7 };
  expect(lineOf({ buyer, metadata }).references).toBe('ada@example.com, customer-1, 20417');
  expect(lineOf({ buyer: null, metadata: null }).references).toBeNull();
});

it('hides card data in the references before it cuts them: the name of a field tells a security code, and its length a card number', () => {
  const start = 'x'.repeat(388);
  const metadata = { start, pan: '4111111111111111', cvv: '987' };
  expect(lineOf({ metadata }).references).toBe(`${start}, 411111••••`);
  const buyer = { external_identifier: '4111111111111111' };
  expect(lineOf({ buyer, metadata: { cvv: '987', n: 'a' } }).references).toBe('411111••••••1111, •••, a');
});

it.each([
  [{ display_name: 'Ada', billing_details: { first_name: 'Grace' } }, 'Ada'],
  [{ display_name: null, billing_details: { first_name: 'Grace', last_name: 'Sample' } }, 'Grace Sample'],
  [{ display_name: ' ', billing_details: { last_name: 'Sample' } }, 'Sample'],
  [{ billing_details: { first_name: ' ', last_name: null } }, null],
  ['Ada', null],
])('names the buyer %j: %s', (buyer, name) => {
  expect(lineOf({ buyer }).buyer).toBe(name);
});

it('does not show another session as the one asked for', () => {
  const other = '5e550000-0000-4000-8000-00000000000b';
  const session = { id: other, expires_at: '2099-01-01T00:00:00Z', buyer: { display_name: 'Ada' } };
  expect(lineOf(session)).toMatchObject({
    sessionId: ASKED,
    outcome: 'failed',
    expiresAt: null,
    buyer: null,
    message: `the answer is another session: ${other}`,
  });
});

it('does not take an error object with status 200 for a session', () => {
  expect(lineOf(JSON.parse(apiError(404, 'not_found')))).toMatchObject({
    outcome: 'failed',
    status: 200,
    message: 'said by the service',
  });
});

it.each([{}, { ok: true }, { items: [], limit: 20 }, { data: { id: ASKED } }])(
  'does not take %j with status 200 for a session',
  (body) => {
    expect(lineOf(body)).toMatchObject({ outcome: 'failed', status: 200, message: null });
  },
);

it.each([{ id: ASKED.toUpperCase() }, { id: ASKED.replaceAll('-', '') }, { id: 7 }, {}])(
  'accepts a session with %j as the one asked for',
  (given) => {
    expect(lineOf({ ...given, buyer: { display_name: 'Ada' } })).toMatchObject({
      outcome: 'found',
      buyer: 'Ada',
      message: null,
    });
  },
);

it.each([
  ['', 'failed', '404, but not the API’s answer'],
  ['<h1>Not here</h1>', 'failed', '404, but not the API’s answer'],
  ['{"message":"no Route matched"}', 'failed', 'no Route matched'],
  [apiError(401, 'unauthorized'), 'failed', 'said by the service'],
  [apiError(404, 'not_found'), 'not found', 'said by the service'],
] as const)('reports not found only for a 404 of the API itself: %s', (text, outcome, message) => {
  const body = text.startsWith('{') ? readSessionBody(JSON.parse(text)) : null;
  const line = sessionLine(ASKED, exchangeOf(404, text), { kind: 'read', body }, NOW);
  expect(line).toMatchObject({ outcome, status: 404, message });
});

it.each([
  [401, apiError(401, 'unauthorized'), 'no access', 'said by the service'],
  [401, '<h1>Log in</h1>', 'failed', '401, but not the API’s answer'],
  [403, apiError(403, 'forbidden'), 'no access', 'said by the service'],
  [403, '', 'failed', '403, but not the API’s answer'],
  [422, '', 'failed', 'a payment method does not exist'],
  [422, '<h1>Blocked</h1>', 'failed', '422, but not the API’s answer'],
  [422, apiError(422, 'unprocessable'), 'failed', 'said by the service'],
  [502, '<h1>Bad Gateway</h1>', 'failed', '502, but not the API’s answer'],
] as const)(
  'of a %s reports the API’s words, but nothing from a foreign answer: %s',
  (status, text, outcome, message) => {
    const body = text.startsWith('{') ? readSessionBody(JSON.parse(text)) : null;
    const answered = exchangeOf(status, text);
    const line = sessionLine(ASKED, answered, { kind: 'read', body }, NOW);
    const isForeign = message.endsWith('not the API’s answer');
    expect(line).toMatchObject({ outcome, status, message, isForeign });
    // The header of the result uses the same function.
    expect(sessionFailure(answered)).toEqual({ outcome, status, isForeign });
  },
);

it.each(['', '  \n'])('takes a blank name for none: %j', (display_name) => {
  expect(lineOf({ buyer: { display_name } }).buyer).toBeNull();
});

it('ignores the status of a truncated or cancelled answer', () => {
  for (const [kind, outcome] of [
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ] as const) {
    const broken = { ...exchangeOf(401, ''), outcome: { kind } } as Exchange;
    expect(sessionFailure(broken)).toEqual({ outcome, status: null, isForeign: false });
  }
});

it('says in plain words why a look-up has no answer', () => {
  const exchange = unanswered({ kind: 'failed', failure: 'dns', detail: 'ENOTFOUND', mayHaveArrived: false });
  const line = sessionLine(ASKED, exchange, { kind: 'read', body: null }, NOW);
  expect(line).toMatchObject({ outcome: 'failed', message: 'the service’s host was not found' });
});
