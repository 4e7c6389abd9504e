import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendConfirmation, SendQuestion } from '../../shared/guard';
import { refuse, succeed, type Result } from '../../shared/problem';
import { useSendGuardStore } from './send-guard';

const question = (ticket: string): SendQuestion => ({
  ticket,
  profile: { id: 'p', name: 'Live', environment: 'production' },
  serviceHost: 'api.example.com',
  method: 'POST',
  forward: null,
  reasons: [{ kind: 'production' }],
  mayGrant: true,
  askedAgain: null,
});
const yes = (ticket: string): SendConfirmation => ({
  ticket,
  decision: 'send',
  doNotAskForTenMinutes: false,
});
type Given = { readonly kind: 'sent' } | { readonly kind: 'question'; readonly question: SendQuestion };
const questionIn = (value: Given): SendQuestion | null => (value.kind === 'question' ? value.question : null);

beforeEach(() => setActivePinia(createPinia()));

describe('send', () => {
  /** Main, which asks as many times as there are tickets. */
  const main = (...tickets: string[]) =>
    vi.fn(async (): Promise<Result<Given>> => {
      const ticket = tickets.shift();
      return succeed(
        ticket === undefined ? { kind: 'sent' } : { kind: 'question', question: question(ticket) },
      );
    });

  it('asks nobody when main does not', async () => {
    const store = useSendGuardStore();
    const attempt = main();
    expect(await store.send(attempt, questionIn)).toEqual(succeed({ kind: 'sent' }));
    expect(attempt.mock.calls).toEqual([[null]]);
  });

  it("sends again with the person's word for that very question, as often as main asks", async () => {
    const store = useSendGuardStore();
    const attempt = main('a', 'b');
    const sent = store.send(attempt, questionIn);
    await vi.waitFor(() => expect(store.question?.ticket).toBe('a'));
    store.answer(yes('a'));
    await vi.waitFor(() => expect(store.question?.ticket).toBe('b'));
    store.answer(yes('b'));
    expect(await sent).toEqual(succeed({ kind: 'sent' }));
    expect(attempt.mock.calls).toEqual([[null], [yes('a')], [yes('b')]]);
    expect(store.question).toBeNull();
  });

  it('sends nothing more after a no, or when another question takes its place', async () => {
    const store = useSendGuardStore();
    const first = main('a');
    const sentFirst = store.send(first, questionIn);
    await vi.waitFor(() => expect(store.question?.ticket).toBe('a'));
    const second = main('b');
    const sentSecond = store.send(second, questionIn);
    await vi.waitFor(() => expect(store.question?.ticket).toBe('b'));
    expect(await sentFirst).toBeNull();
    store.answer(null);
    expect(await sentSecond).toBeNull();
    expect(first).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('hands on what main refuses', async () => {
    const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };
    expect(await useSendGuardStore().send(async () => refuse<Given>(problem), questionIn)).toEqual(
      refuse(problem),
    );
  });
});
