import { markRaw, shallowRef } from 'vue';
import type { Problem, Result } from '@shared/problem';
import { SAME_CLICK_CODE } from '@shared/requests/same-click';
import { useCallProgressStore } from './call-progress';

/** `startedAt` is in ms since 1970, as `at` is. */
export type WorkingCall<About> = {
  readonly kind: 'working';
  readonly callId: string;
  readonly startedAt: number;
} & About;

/** @template About what is known when the call begins. @template Answer what it gives, beside that. */
export type CallState<About extends object, Answer extends object> =
  | { readonly kind: 'idle' }
  | WorkingCall<About>
  | ({ readonly kind: 'done' } & About & Answer)
  /** Main refused. */
  | ({ readonly kind: 'refused'; readonly problem: Problem; readonly at: number } & About);

export interface Call<About extends object, Answer extends object> {
  /** Reactive, as are the two that follow. */
  readonly state: CallState<About, Answer>;
  readonly working: WorkingCall<About> | null;
  readonly problem: Problem | null;
  /** The answer that is here, also while a newer one is on its way: it stays on screen until that comes. */
  readonly shown: (About & Answer) | null;
  /**
   * Asks main under a new call id; what was under way is cancelled, and its answer is no longer waited for.
   * @param send may give null when nothing came of it, as when the person said no: the answer before it is then
   * there again, and why an earlier call was refused is not. So it is when main takes the call for the same click, and what
   * that click brought is here.
   * @returns null when nothing came of it, or when something else took its place meanwhile.
   */
  run(about: About, send: (callId: string) => Promise<Result<Answer> | null>): Promise<Result<Answer> | null>;
  /** Asks main to stop it. Its answer still comes, and says how far it got. */
  cancel(): Promise<void>;
  /** Shows an answer that is here already. An answer that is still to come is dropped. */
  show(result: About & Answer): void;
  /** Shows why there is no answer, where that is known without main. */
  refuse(about: About, problem: Problem): void;
  /** Shows nothing. An answer that is still to come is dropped. */
  clear(): void;
}

/**
 * A call to main that can be cancelled, and what became of it: one at a time, and the newest counts. A switch of the profile
 * is main's matter: it cancels what runs, and the answer says so under the profile that it was sent as.
 */
export function useCall<About extends object, Answer extends object>(): Call<About, Answer> {
  const state = shallowRef<CallState<About, Answer>>({ kind: 'idle' });
  const last = shallowRef<(About & Answer) | null>(null);
  const working = (): WorkingCall<About> | null => (state.value.kind === 'working' ? state.value : null);

  function refuse(about: About, problem: Problem): void {
    state.value = { kind: 'refused', problem, at: Date.now(), ...about };
  }

  async function cancel(): Promise<void> {
    const callId = working()?.callId;
    if (callId !== undefined) await window.explorer.cancelCall({ callId });
  }

  // Raw: it may lie in what is reactive, and keeps its own state there.
  return markRaw({
    get state() {
      return state.value;
    },
    get working() {
      return working();
    },
    get shown() {
      if (state.value.kind === 'done') return state.value;
      return state.value.kind === 'working' ? last.value : null;
    },
    get problem() {
      return state.value.kind === 'refused' ? state.value.problem : null;
    },
    async run(about, send) {
      void cancel();
      // It has to hear what main says of the call at once: what shows that comes later.
      useCallProgressStore();
      const before: CallState<About, Answer> = state.value.kind === 'done' ? state.value : { kind: 'idle' };
      const callId = crypto.randomUUID();
      if (state.value.kind !== 'working') last.value = state.value.kind === 'done' ? state.value : null;
      state.value = { kind: 'working', callId, startedAt: Date.now(), ...about };
      const answer = await send(callId);
      if (working()?.callId !== callId) return null;
      if (answer === null || (before.kind === 'done' && isSameClick(answer))) state.value = before;
      else if (answer.ok) state.value = { kind: 'done', ...about, ...answer.value };
      else refuse(about, answer.problem);
      return answer;
    },
    cancel,
    show(result) {
      state.value = { kind: 'done', ...result };
    },
    refuse,
    clear() {
      state.value = { kind: 'idle' };
    },
  });
}

function isSameClick(answer: Result<unknown>): boolean {
  return !answer.ok && answer.problem.code === SAME_CLICK_CODE;
}
