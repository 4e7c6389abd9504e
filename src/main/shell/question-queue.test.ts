import { describe, expect, it, vi } from 'vitest';
import { declined, type Answer, type AskPerson, type Question } from '@shared/questions/question';
import { queueQuestions } from './question-queue';

const question = (title: string): Question => ({
  title,
  lead: [],
  facts: [],
  danger: 'caution',
  confirmLabel: 'Yes',
  cancelLabel: 'No',
  checkboxLabel: null,
});
const yes: Answer = { confirmed: true, checked: false };

/** A person who answers when the test says so. */
function open() {
  const shown: { readonly title: string; readonly answer: (answer: Answer) => void }[] = [];
  const ask = vi.fn<AskPerson>(({ title }) => new Promise((answer) => shown.push({ title, answer })));
  return { shown, ask, queued: queueQuestions(ask) };
}
const never = new AbortController().signal;

describe('questions', () => {
  it('are shown one at a time, in order, each with its own answer', async () => {
    const { shown, queued } = open();
    const answers = ['a', 'b', 'c'].map((title) => queued(question(title), never));
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    shown[0]?.answer(yes);
    expect(await answers[0]).toBe(yes);
    await vi.waitFor(() => expect(shown.map(({ title }) => title)).toEqual(['a', 'b']));
    shown[1]?.answer(declined);
    expect(await answers[1]).toBe(declined);
    await vi.waitFor(() => expect(shown).toHaveLength(3));
    shown[2]?.answer(yes);
    expect(await answers[2]).toBe(yes);
  });

  it('that are cancelled while they wait are never shown', async () => {
    const { shown, ask, queued } = open();
    const first = queued(question('a'), never);
    const controller = new AbortController();
    const second = queued(question('b'), controller.signal);
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    controller.abort();
    shown[0]?.answer(yes);
    await first;
    expect(await second).toEqual(declined);
    expect(ask).toHaveBeenCalledOnce();
  });

  it('beyond four are refused with a reason, and accepted again once those are answered', async () => {
    const { shown, queued } = open();
    const waiting = ['a', 'b', 'c', 'd'].map((title) => queued(question(title), never));
    await expect(queued(question('e'), never)).rejects.toMatchObject({
      problem: { code: 'too-many-questions', meaning: expect.stringContaining('taken as a no') },
    });
    for (const [index, answered] of waiting.entries()) {
      await vi.waitFor(() => expect(shown).toHaveLength(index + 1));
      shown[index]?.answer(declined);
      await answered;
    }
    const later = queued(question('f'), never);
    await vi.waitFor(() => expect(shown).toHaveLength(5));
    shown[4]?.answer(yes);
    expect(await later).toBe(yes);
  });

  it('that fail do not stop the next one', async () => {
    const ask = vi.fn<AskPerson>().mockRejectedValueOnce(new Error('x')).mockResolvedValueOnce(yes);
    const queued = queueQuestions(ask);
    await expect(queued(question('a'), never)).rejects.toThrow('x');
    expect(await queued(question('b'), never)).toBe(yes);
  });
});
