import { expect, it } from 'vitest';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { describeReason } from './describe-reason';

const reason = (changes: Partial<SessionLine>): string =>
  describeReason({ ...unaskedLine('s', 'cancelled'), message: null, ...changes });

it('says in plain words why there is no session, and nothing of one that is there', () => {
  const message = 'The resource could not be found';
  expect(reason({ outcome: 'not found', status: 404, message })).toBe('No session with this ID here');
  expect(reason({ outcome: 'no access', status: 401 })).toBe('The token was refused');
  expect(reason({ outcome: 'no access', status: 403 })).toBe('The token may not read it');
  expect(reason({ outcome: 'failed', status: 200 })).toBe('The answer is not a session');
  expect(reason({ outcome: 'failed', status: 200, message: 'the answer is another session: b' })).toBe(
    'The answer is another session: b',
  );
  expect(reason({ outcome: 'failed', status: 404 })).toBe("404, but not the API's answer");
  expect(reason({ outcome: 'failed', status: 500 })).toBe('500: the service failed');
  expect(reason({ outcome: 'failed', message: 'no connection (refused)' })).toBe('No connection (refused)');
  expect(reason({ outcome: 'cancelled', message: 'not asked' })).toBe('Not asked: the list was cancelled');
  expect(reason({ outcome: 'found', status: 200 })).toBe('');
  expect(reason({ outcome: 'waiting' })).toBe('');
  expect(reason({ outcome: 'waiting', message: 'waits 12 s: the service limits the rate' })).toBe(
    'Waits 12 s',
  );
});
