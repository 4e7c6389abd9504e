import type { RunStep } from '../bridge/saved-requests';

/** What is expected where nothing is said: a failed charge is no success because nobody wrote down that it should be one. */
export const EXPECTED_BY_ITSELF = 'a success (2xx)';

/** True for what was answered, and as expected. */
export function isMet(step: RunStep | { readonly kind: 'waiting' }): boolean {
  if (step.kind !== 'done' || step.answer === null) return false;
  return step.results.length === 0 ? /^2\d\d\b/.test(step.answer) : step.results.every(({ met }) => met);
}
