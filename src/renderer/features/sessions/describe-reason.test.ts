import { readUuids } from '@shared/text/uuid';
import { whyNotLookedUp } from './no-id';
import { expect, it } from 'vitest';
import {
  NO_PAYMENT_METHOD,
  noIdLine,
  SERVICE_UNREACHABLE,
  TOKEN_REFUSED,
  unaskedLine,
  type SessionLine,
} from '@shared/history/session-outcome';
import { FAILURE_WORDS } from '@shared/http/failure-words';
import { describeReason } from './describe-reason';

const reason = (changes: Partial<SessionLine>): string =>
  describeReason({ ...unaskedLine('s', 'cancelled'), message: null, ...changes });

it('says in plain words why there is no session, and nothing if there is one', () => {
  const message = 'The resource could not be found';
  expect(reason({ outcome: 'not found', status: 404, message })).toBe('No session with this ID here');
  expect(reason({ outcome: 'no access', status: 401 })).toBe('The service does not accept the token');
  expect(reason({ outcome: 'no access', status: 403 })).toBe('The token may not read it');
  expect(reason({ outcome: 'failed', status: 200 })).toBe('The answer is not a session');
  expect(reason({ outcome: 'failed', status: 200, message: 'the answer is another session: b' })).toBe(
    'The answer is another session: b',
  );
  for (const status of [401, 404, 422, 429, 500])
    expect(reason({ outcome: 'failed', status, isForeign: true, message: 'no Route matched' })).toBe(
      `${status}, but not the API’s answer`,
    );
  expect(reason({ outcome: 'failed', status: 422, message: NO_PAYMENT_METHOD })).toBe(
    'A payment method does not exist',
  );
  expect(reason({ outcome: 'failed', status: 422, message: 'the cart is empty' })).toBe('The cart is empty');
  expect(reason({ outcome: 'failed', status: 500 })).toBe('500: the service failed');
  // Neither is a refusal.
  expect(reason({ outcome: 'failed', status: 302 })).toBe('302: a redirect');
  expect(reason({ outcome: 'failed', status: 204 })).toBe('204: not a session');
  expect(reason({ outcome: 'failed', message: FAILURE_WORDS.refused })).toBe(
    'The service refused the connection',
  );
  expect(reason({ outcome: 'cancelled', message: 'not asked' })).toBe(
    'Not looked up: the list stopped first',
  );
  expect(reason({ outcome: 'cancelled', message: SERVICE_UNREACHABLE })).toBe(
    'Not asked: the service could not be reached',
  );
  expect(reason({ outcome: 'cancelled', message: TOKEN_REFUSED })).toBe('Not asked: the token was refused');
  expect(reason({ outcome: 'cancelled', exchangeId: 'e' })).toBe('Cancelled before an answer');
  const noId = (entry: string) => describeReason(noIdLine(entry));
  expect(noId('5e550000-0000-4000-8000-0000000000011')).toBe('Not looked up: 33 digits, not 32');
  expect(noId('5e5500000000400080000000000000 01')).toBe('Not looked up: its dashes are not those of an ID');
  expect(noId('5E550000000040008000000000000001')).toBe(
    'Not looked up: it lacks the dashes of 5e550000-0000-4000-8000-000000000001',
  );
  expect(noId('5e550000-0000-4000 -8000-000000000001')).toBe(
    'Not looked up: a space or a line break splits 5e550000-0000-4000-8000-000000000001',
  );
  expect(noId('5e550000-OOOO-4000-8000-000000000001')).toBe('Not looked up: O is not a hexadecimal digit');
  expect(reason({ outcome: 'found', status: 200 })).toBe('');
  expect(reason({ outcome: 'waiting' })).toBe('');
  expect(reason({ outcome: 'waiting', message: 'waits 12 s: rate limited by the service' })).toBe(
    'Waits 12 s',
  );
});

it('a single entry is explained in the words of a list', () => {
  const why = (text: string) => whyNotLookedUp(text, readUuids(text));
  expect(why('5e550000-OOOO-4000-8000-000000000001')).toContain('O is not a hexadecimal digit');
  expect(why('Session 5E550000-0000-40\n00-8000-000000000001 failed')).toBe(
    'A space or a line break splits this ID. Enter 5e550000-0000-4000-8000-000000000001.',
  );
});
