import { expect, it } from 'vitest';
import type { RecentSession } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import { sessionFailure } from '@shared/history/session-line';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { stateOfFailure, stateOfRecent } from '@renderer/components/session/state-of-failure';
import { describeNotice, otherSession } from './describe-notice';

const ID = '5e550000-0000-4000-8000-000000000001';

it('says that the answer is another session', () => {
  const words = 'The answer is another session: 5e550000-0000-4000-8000-00000000000f';
  expect(describeNotice(1, ID, otherSession({ id: ID.replace(/1$/, 'f') }, ID))).toBe(words);
  expect(otherSession({ id: ID.toUpperCase() }, ID)).toBeNull();
  expect(otherSession({ id: 7 }, ID)).toBeNull();
  expect(otherSession(null, ID)).toBeNull();
});

it('says that the field has another ID, other IDs, or none', () => {
  expect(describeNotice(1, ID)).toBe('The ID in the field is another one; this is 5e550000…0001');
  expect(describeNotice(0, ID)).toBe('The field holds no ID; this is 5e550000…0001');
  expect(describeNotice(4, ID)).toBe('The field holds other IDs; this is 5e550000…0001');
  expect(describeNotice(null, ID)).toBeNull();
});

it.each([
  [401, apiError(401, 'unauthorized'), 'Token refused'],
  [401, '<h1>Log in</h1>', 'Not the API’s answer'],
  [403, apiError(403, 'forbidden'), 'No access'],
  [403, '', 'Not the API’s answer'],
  [404, apiError(404, 'not_found'), 'Not found'],
  [404, '', 'Not the API’s answer'],
  [422, '', 'Failed'],
  [500, apiError(500, 'server_error'), 'Failed'],
  [200, '', 'Unexpected answer'],
] as const)('a look-up answered with %s and %j is headed %s', (status, body, word) => {
  expect(stateOfFailure(sessionFailure(exchangeOf(status, body))).word).toBe(word);
});

it('a look-up whose answer broke off is headed No answer, whatever its status', () => {
  const exchange = { outcome: { kind: 'failed' }, response: { status: 404 } } as Exchange;
  expect(stateOfFailure(sessionFailure(exchange)).word).toBe('No answer');
});

it.each([
  [409, '409: refused'],
  [429, '429: too many requests'],
  [503, '503: the service failed'],
  [302, '302: a redirect'],
  [204, '204: not a session'],
] as const)('Recent says which of the failures it was: %s', (status, word) => {
  const recent = {
    sessionId: ID,
    outcome: 'failed',
    isForeign: false,
    lookedUpAt: '',
    pinned: false,
  } as const;
  const facts = { expiresAt: null, total: null, card: null, buyer: null };
  expect(stateOfRecent({ ...recent, ...facts, status }, new Date()).word).toBe(word);
});

it.each([
  ['no access', 401, 'Token refused', 'failed'],
  ['failed', 200, 'Unexpected answer', 'neutral'],
  ['no access', 403, 'No access', 'soon'],
  ['failed', null, 'No answer', 'failed'],
  ['failed', undefined, 'Failed', 'failed'],
  ['expired', 200, 'Expired', 'expired'],
] as const)(
  'Recent and the heading of a result describe a look-up (%s, %s) in the same way: %s',
  (outcome, status, word, tone) => {
    const recent: RecentSession = {
      ...{
        sessionId: ID,
        outcome,
        status,
        isForeign: false,
        lookedUpAt: '2026-01-01T00:00:00Z',
        pinned: false,
      },
      ...{ expiresAt: '2020-01-01T00:00:00Z', total: null, card: null, buyer: null },
    };
    expect(stateOfRecent(recent, new Date())).toMatchObject({ word, tone });
    if (outcome !== 'expired' && status !== undefined)
      expect(stateOfFailure({ outcome, status, isForeign: false })).toMatchObject({ word, tone });
  },
);
