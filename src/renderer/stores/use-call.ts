import { markRaw, shallowRef } from 'vue';
import type { Problem, Result } from '@shared/problem';
import { SAME_CLICK_CODE } from '@shared/requests/same-click';
import { useCallProgressStore } from './call-progress';

/** `startedAt` and `at` are in ms since 1970. */
export type WorkingCall<About> = {
  readonly kind: 'working';
  readonly callId: string;
  readonly startedAt: number;
} & About;

/** @template About what is known when the call starts. @template Answer what the answer adds to that. */
export type CallState<About extends object, Answer extends object> =
  | { readonly kind: 'idle' }
  | WorkingCall<About>
  | ({ readonly kind: 'done' } & About & Answer)
  /** Main refused. */
  | ({ readonly kind: 'refused'; readonly problem: Problem; readonly at: number } & About);

export interface Call<About extends object, Answer extends object> {
  /** Reactive, as are the next three. */
  readonly state: CallState<About, Answer>;
  readonly working: WorkingCall<About> | null;
  readonly problem: Problem | null;
  /** The current answer; it stays on screen until a newer one arrives. */
  readonly shown: (About & Answer) | null;
  /**
   * Asks main under a new call id; a running call is cancelled, and its answer ignored.
   * @param send may resolve to null if nothing came of it, for example because the person declined: then the previous
   * answer is shown again, but not an earlier refusal. This also happens if main treats the call as the same click,
   * whose result has already arrived.
   * @returns null if nothing came of it, or if something else replaced it in the meantime.
   */
  run(about: About, send: (callId: string) => Promise<Result<Answer> | null>): Promise<Result<Answer> | null>;
  /** Asks main to stop it. Its answer still arrives, and says how far it got. */
  cancel(): Promise<void>;
  /** Shows an answer that has already arrived, and drops one that is still to come. */
  show(result: About & Answer): void;
  /** Shows why there is no answer, when that is known without main. */
  refuse(about: About, problem: Problem): void;
  /** Shows nothing, and drops an answer that is still to come. */
  clear(): void;
}

/**
 * A call to main that can be cancelled, with its outcome: one at a time; the newest one counts. When the profile is
 * switched, main cancels whatever is running, and the answer says so under the profile it was sent with.
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

  // Raw, because it may be stored in reactive objects, but keeps its own state.
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
      // Created now, because the component that shows main's notes about the call would start to listen too late.
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
