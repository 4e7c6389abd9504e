import { expect, it } from 'vitest';
import { checkText } from './check-text';
import { ReadingServer } from './reading-server';
import type { CheckQuestion } from './protocol';

const QUESTION: CheckQuestion = {
  kind: 'check',
  operation: 'get_checkout_session',
  status: 200,
  contentType: 'application/json',
};

/** The answer for a body that arrives in pieces of this size. */
function ask(whole: string, size: number): unknown {
  const bytes = new TextEncoder().encode(whole);
  const server = new ReadingServer();
  server.take({ kind: 'read', question: QUESTION, bytes: bytes.length });
  for (let at = 0; at < bytes.length; at += size) {
    const answer = server.take({ kind: 'piece', piece: bytes.slice(at, at + size) });
    if (answer.kind !== 'more') return answer;
  }
  return null;
}

it.each([
  ['broken after more than is kept', `{"id":"1"}${' '.repeat(70_000)}x`, 32_000],
  ['broken in its first piece', `<html>${'a page of an agent in between '.repeat(100)}`, 3],
])('checks the exact text of a body that is %s', (_how, whole, size) => {
  expect(ask(whole, size)).toEqual({
    kind: 'answer',
    answer: { check: checkText(QUESTION, whole), session: null },
  });
});
