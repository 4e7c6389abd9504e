import { expect, it } from 'vitest';
import { declined, type Question, type QuestionReason } from '@shared/questions/question';
import { answerQuestions } from './answer-questions';

const QUESTION: Question = {
  title: 'Send to production?',
  lead: ['The same request went out before.'],
  facts: [{ label: 'Destination', prefix: 'POST', value: 'https://psp.example/charge', note: 'with 1 card' }],
  danger: 'production',
  confirmLabel: 'Send',
  cancelLabel: 'Cancel',
  checkboxLabel: 'Do not ask for 10 minutes',
};
const REASONS: readonly QuestionReason[] = [
  'production',
  'other-profile',
  'unknown-outcome',
  'draft-unknown',
  'not-checked',
  'history-lost',
  'under-way',
  'secret-host',
  'unknown-numbers',
];

const LOST_AT = '2026-11-27T17:55:03.120Z';
const EARLIER = '2026-11-27T17:55:03.119Z';
const LATER = '2026-11-27T17:55:03.121Z';

async function answered(
  reasons: readonly QuestionReason[] | null,
  agreed: readonly QuestionReason[],
  checkedUntil: string | null = null,
) {
  const said: string[] = [];
  const ask = answerQuestions(new Set(agreed), 'Live', (words) => said.push(words), checkedUntil);
  const question = reasons === null ? QUESTION : { ...QUESTION, reasons, lostAt: LOST_AT };
  return { answer: await ask(question, new AbortController().signal), said: said.join('\n') };
}

it('answers yes to what was agreed to, without a message', async () => {
  expect(await answered(['production'], ['production'])).toEqual({
    answer: { confirmed: true, checked: false },
    said: '',
  });
});

it.each(REASONS)(
  'declines because of %s beside what was agreed to, and shows the question and what to do',
  async (reason) => {
    const agreed = REASONS.filter((one) => one !== reason);
    const { answer, said } = await answered([...agreed, reason], agreed);
    expect(answer).toEqual(declined);
    expect(said).toContain('Send to production?');
    expect(said).toContain('Destination: POST https://psp.example/charge (with 1 card)');
    // In a run, other requests may already have gone out.
    expect(said).toContain('Not sent: the answer is no here.');
    if (reason === 'not-checked') expect(said).toContain('so that it can be checked');
    if (reason === 'production') expect(said).toContain('--yes-production "Live"');
  },
);

it('declines any question that is not asked before a send', async () => {
  expect((await answered(null, REASONS)).answer).toEqual(declined);
});

it.each([
  ['until then', LOST_AT, true],
  ['until a moment later', LATER, false],
  ['until a moment before', EARLIER, false],
  ['by nobody', null, false],
])(
  'agrees to a send despite what the history lacks only if it was checked %s',
  async (_when, until, isYes) => {
    const { answer, said } = await answered(
      ['production', 'history-lost'],
      ['production', 'history-lost'],
      until,
    );
    expect(answer).toEqual({ confirmed: isYes, checked: isYes });
    if (!isYes) expect(said).toContain(`--checked-until ${LOST_AT}`);
  },
);

it.each([
  [EARLIER, `${EARLIER}, is not the one that is named here: something else went out, or ended, after that.`],
  [LATER, `${LATER}, is not the one that is named here. Check`],
])('says that the given time, %s, is not the right one', async (until, words) => {
  const { said } = await answered(['history-lost'], [], until);
  expect(said).toContain(`The time that was given, ${words}`);
  expect((await answered(['history-lost'], [])).said).not.toContain('The time that was given');
});

it('declines while another send is in progress, whatever time is given', async () => {
  const { answer, said } = await answered(['under-way'], ['production'], LOST_AT);
  expect(answer).toEqual(declined);
  expect(said).toContain('Wait for the other send to end: before that, no --checked-until');
  expect(said).not.toContain(LOST_AT);
});

it('says that a time is no answer where the history has the send whose outcome is unknown', async () => {
  for (const reason of ['unknown-outcome', 'draft-unknown'] as const) {
    const { said } = await answered([reason], [], LOST_AT);
    expect(said).toContain('A time given with --checked-until does not answer this');
    expect((await answered([reason], [])).said).not.toContain('--checked-until');
  }
});

it('says once what several reasons leave to be done', async () => {
  const { said } = await answered(['unknown-outcome', 'unknown-outcome', 'draft-unknown'], []);
  expect(said.match(/Check at the destination/g)).toHaveLength(1);
});
