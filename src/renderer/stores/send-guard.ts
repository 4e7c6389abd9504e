import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { SendConfirmation, SendGrant, SendQuestion } from '../../shared/guard';
import type { Result } from '../../shared/problem';

/**
 * The renderer's side of main's guard on every send: puts main's question to the person, and knows for which profiles
 * "do not ask for 10 minutes" holds. There is one dialog for all screens (components/guards/SendGuardDialog.vue).
 */
export const useSendGuardStore = defineStore('sendGuard', () => {
  const question = shallowRef<SendQuestion | null>(null);
  const grants = ref<readonly SendGrant[]>([]);
  let settle: ((confirmation: SendConfirmation | null) => void) | null = null;

  /** Resolves with the person's explicit yes, or null. A question that is still open is taken as refused. */
  function ask(asked: SendQuestion): Promise<SendConfirmation | null> {
    answer(null);
    question.value = asked;
    return new Promise((resolve) => {
      settle = resolve;
    });
  }

  function answer(confirmation: SendConfirmation | null): void {
    question.value = null;
    const waiting = settle;
    settle = null;
    waiting?.(confirmation);
  }

  /**
   * Sends something that main may ask about: first without anybody's word, then with the person's. Null when the person
   * said no; nothing was sent then.
   * @param questionIn main's question in what the attempt gave, or null when it was done.
   */
  async function send<T>(
    attempt: (confirmation: SendConfirmation | null) => Promise<Result<T>>,
    questionIn: (value: T) => SendQuestion | null,
  ): Promise<Result<T> | null> {
    for (let confirmation: SendConfirmation | null = null; ;) {
      const result = await attempt(confirmation);
      const asked = result.ok ? questionIn(result.value) : null;
      if (asked === null) return result;
      confirmation = await ask(asked);
      if (confirmation === null) return null;
    }
  }

  async function start(): Promise<void> {
    window.explorer.on('grantsChanged', (next) => {
      grants.value = next;
    });
    const told = await window.explorer.describeGrants();
    if (told.ok) grants.value = told.value;
  }

  async function endGrant(profileId: string): Promise<void> {
    const ended = await window.explorer.endGrant({ profileId });
    if (ended.ok) grants.value = ended.value;
  }

  return { question, grants, ask, answer, send, start, endGrant };
});
