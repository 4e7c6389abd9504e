import { expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { declined, type Answer, type Question } from '@shared/questions/question';
import { forwardOf, sandbox } from '../guards/send-guard.fixture';
import type { UnderWay } from '../guards/send-facts';
import { agreeToLeave } from './agree-to-leave';

/**
 * Runs with these requests under way one after the other and these answers of the person; returns how it ended and
 * what was asked.
 */
async function leave(
  how: 'edited' | 'deleted',
  underWay: readonly UnderWay[],
  answer: (signal: AbortSignal) => Promise<Answer>,
) {
  const questions: Question[] = [];
  const left = [...underWay];
  const none: UnderWay = { sends: [], settled: Promise.resolve(true) };
  const ended = await agreeToLeave(
    sandbox,
    how,
    (profileId) => (profileId === sandbox.id ? (left.shift() ?? none) : none),
    (question, signal) => {
      questions.push(question);
      return answer(signal);
    },
  ).then(
    () => 'agreed',
    (error: unknown) => (error instanceof ProblemError ? error.problem : error),
  );
  return { ended, questions };
}
const charge: UnderWay = { sends: [forwardOf(sandbox)], settled: new Promise(() => undefined) };
const answered: UnderWay = { ...charge, settled: Promise.resolve(true) };
const whenTakenAway = (signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(declined)));

it('does not ask if nothing is under way', async () => {
  expect(await leave('edited', [], () => Promise.resolve(declined))).toEqual({
    ended: 'agreed',
    questions: [],
  });
});

it.each([
  ['edited', 'Save anyway', 'If you save the profile now', 'Nothing was saved.'],
  ['deleted', 'Delete anyway', 'If you delete the profile now', 'Nothing was deleted.'],
] as const)('asks before the profile is %s, and throws on a no', async (how, confirmLabel, when, what) => {
  const no = await leave(how, [charge], () => Promise.resolve(declined));
  expect(no.ended).toMatchObject({ code: 'request-under-way', meaning: expect.stringContaining(what) });
  expect(no.questions).toMatchObject([
    { title: 'A request is still on its way', confirmLabel, cancelLabel: 'Wait', danger: 'caution' },
  ]);
  expect(no.questions[0]?.lead).toEqual([
    `${when}, it may still be carried out, and any answer will be lost: History keeps it as unknown.`,
  ]);
  expect(no.questions[0]?.facts[0]).toMatchObject({ value: 'https://psp.example.net/charge?a=b' });
  const yes = await leave(how, [charge], () => Promise.resolve({ confirmed: true, checked: false }));
  expect(yes.ended).toBe('agreed');
});

it('goes on if the outcome arrives before an answer, and asks about sends started in the meantime', async () => {
  expect(await leave('edited', [answered], whenTakenAway)).toMatchObject({
    ended: 'agreed',
    questions: [{}],
  });
  const two = await leave('edited', [answered, answered], whenTakenAway);
  expect(two).toMatchObject({ ended: 'agreed', questions: [{}, {}] });
});
