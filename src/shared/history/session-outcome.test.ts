import { expect, it } from 'vitest';
import { exchangeOf } from '../testing/exchanges';
import { readSessionBody, sessionLine, type SessionLine } from './session-outcome';

const ASKED = '5e550000-0000-4000-8000-00000000000a';
const NOW = new Date('2026-11-21T09:00:00Z');

function lineOf(body: object): SessionLine {
  const answered = exchangeOf(200, JSON.stringify(body));
  return sessionLine(ASKED, answered, { kind: 'read', body: readSessionBody(body) }, NOW);
}

it('says nothing of another session as if it was the one that was asked for', () => {
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

it.each([{ id: ASKED.toUpperCase() }, { id: ASKED.replaceAll('-', '') }, { id: 7 }, {}])(
  'takes a session with %j for the one that was asked for',
  (given) => {
    expect(lineOf({ ...given, buyer: { display_name: 'Ada' } })).toMatchObject({
      outcome: 'found',
      buyer: 'Ada',
      message: null,
    });
  },
);
