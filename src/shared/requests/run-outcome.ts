import type { RunStep } from '../bridge/saved-requests';

/** The state of a request in a run; `waiting` while its turn has not come. */
type State = RunStep | { readonly kind: 'waiting' };

/** What is expected by default: a failed charge is not a success just because nobody wrote down what to expect. */
export const EXPECTED_BY_ITSELF = 'a success (2xx)';

/** It was answered, and everything is as expected. */
export function isAsExpected(state: State): boolean {
  if (state.kind !== 'done' || state.answer === null) return false;
  return state.results.length === 0
    ? !state.mayHaveArrived && /^2\d\d\b/.test(state.answer)
    : state.results.every(({ met }) => met);
}

/** True if nobody knows whether it took effect, and that was not expected. */
export function isOpen(state: State): boolean {
  return state.kind === 'done' && state.mayHaveArrived && !isAsExpected(state);
}

/** True if it is certain that it reached nobody: a guard refused it, or nothing could be reached. */
export function isUnsent(state: State): boolean {
  return state.kind === 'refused' || (state.kind === 'done' && !state.wasSent);
}

/** The answer in a few words; null if there is none (yet). */
export function describeRunAnswer(state: State): string | null {
  if (state.kind !== 'done') return null;
  if (isUnsent(state)) return 'Not sent';
  // A request that only reads leaves nothing open.
  if (state.answer === null) return isOpen(state) ? 'Outcome unknown: it may have arrived' : 'No answer';
  return isOpen(state) ? `${state.answer}: it may have been carried out` : state.answer;
}
