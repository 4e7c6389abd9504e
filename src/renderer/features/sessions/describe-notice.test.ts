import { expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import type { ProfileStamp } from '@shared/profiles/profile';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { describeNotice, otherSession } from './describe-notice';
import { stateOfFailure } from './state-of-failure';

const ID = '5e550000-0000-4000-8000-000000000001';
const other = { name: 'Live EU', environment: 'production' } as ProfileStamp;

it('says before anything else that the answer is another session', () => {
  const words = 'The answer is another session: 5e550000-0000-4000-8000-00000000000f';
  expect(describeNotice(other, true, ID, otherSession({ id: ID.replace(/1$/, 'f') }, ID))).toBe(words);
  expect(otherSession({ id: ID.toUpperCase() }, ID)).toBeNull();
  expect(otherSession({ id: 7 }, ID)).toBeNull();
  expect(otherSession(null, ID)).toBeNull();
});

it('says first that a result is of another profile, then that the field has another ID', () => {
  expect(describeNotice(other, true, ID)).toBe('From Live EU (production), not the profile in use');
  expect(describeNotice(null, true, ID)).toBe('The ID in the field is another one; this is 5e550000…0001');
  expect(describeNotice(null, false, ID)).toBeNull();
});

it.each([
  [401, 'Token refused'],
  [403, 'No access'],
  [404, "Not the API's answer"],
  [500, 'Failed'],
  [200, 'Not shown as a session'],
] as const)('a look-up that is answered with %s and gives no session is headed %s', (status, word) => {
  expect(stateOfFailure(exchangeOf(status, '')).word).toBe(word);
});

it('only a 404 of the API itself is headed Not found', () => {
  expect(stateOfFailure(exchangeOf(404, apiError(404, 'not_found'))).word).toBe('Not found');
});

it('a look-up that broke off is not headed by the status that came before', () => {
  const exchange = { outcome: { kind: 'failed' }, response: { status: 404 } } as Exchange;
  expect(stateOfFailure(exchange).word).toBe('No answer');
});
