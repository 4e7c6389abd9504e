import { expect, it } from 'vitest';
import type { Exchange } from '../http/exchange';
import { apiError, exchangeOf } from '../testing/exchanges';
import { customerSentence } from './customer-sentence';

const now = new Date('2026-11-21T12:00:00Z');
const answered = (status: number, body = '') => exchangeOf(status, body);
const failed = { ...exchangeOf(200, ''), outcome: { kind: 'failed' }, response: null } as Exchange;

it('says when an expired session expired, and nothing about a valid one', () => {
  expect(customerSentence(answered(200), { expiresAt: '2026-11-20T10:00:00Z' }, now)).toBe(
    'This checkout expired on 20 Nov 2026 10:00 UTC. If you have not paid, please start it again.',
  );
  expect(customerSentence(answered(200), { expiresAt: '2026-11-22T10:00:00Z' }, now)).toBeNull();
  expect(customerSentence(answered(200), { expiresAt: null }, now)).toBeNull();
});

it('does not say that a checkout does not exist if nobody could look', () => {
  const gateways = ['', '<h1>Not here</h1>', apiError(401, 'unauthorized')].map((body) =>
    answered(404, body),
  );
  const blocked = answered(422, '<h1>Blocked</h1>');
  const noSession = answered(200, '[]');
  for (const seen of [noSession, blocked, answered(401), answered(403), answered(500), failed, ...gateways])
    expect(customerSentence(seen, null, now)).toContain('cannot see this checkout at the moment');
});

it.each([
  ['production', true, 'could not find this checkout'],
  ['production', false, 'not found this checkout yet'],
  ['sandbox', true, 'not found this checkout yet'],
  ['local', true, 'not found this checkout yet'],
] as const)(
  'after a 404 under a %s profile (all of production asked: %s) says: %s',
  (environment, isProductionAsked, words) => {
    const notFound = answered(404, apiError(404, 'not_found'));
    const exchange = { ...notFound, profile: { ...notFound.profile, environment } };
    const sentence = customerSentence(exchange, null, now, isProductionAsked);
    expect(sentence).toContain(words);
    // The ID may be mistyped, and is then never looked up again.
    expect(sentence).not.toContain('come back to you');
  },
);

it('asks nobody to start again who may have paid: no answer says whether a checkout was paid', () => {
  const notFound = answered(404, apiError(404, 'not_found'));
  const production = { ...notFound, profile: { ...notFound.profile, environment: 'production' } } as const;
  const again = [
    customerSentence(answered(200), { expiresAt: '2026-11-20T10:00:00Z' }, now),
    customerSentence(production, null, now, true),
    customerSentence(answered(422), null, now),
  ];
  for (const sentence of again)
    expect(sentence).toMatch(/\. If you have not paid, please start (it|the checkout) again/);
  // The ID may be mistyped.
  expect(again[1]).toContain('under the ID we have');
});

it('mentions the payment method on a 422 only if the API answered', () => {
  const sentence = customerSentence(answered(422), null, now);
  expect(sentence).toContain('payment method of this checkout');
  // The answer does not say that the session ever existed.
  expect(sentence).not.toContain('no longer');
  const broken = { ...answered(422), outcome: { kind: 'failed' } } as Exchange;
  expect(customerSentence(broken, null, now)).not.toContain('payment method');
});
