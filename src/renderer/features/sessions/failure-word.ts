import type { SessionFailure } from '@shared/history/session-line';

/**
 * What a look-up that gave no session is called, in the head of its result and in Recent.
 * @param state what its state is called in the lists of many.
 */
export function failureWord({ outcome, status, isForeign }: SessionFailure, state: string): string {
  if (isForeign) return "Not the API's answer";
  if (status === 401) return 'Token refused';
  if (status === 200) return 'Not this session';
  return status === null && outcome === 'failed' ? 'No answer' : state;
}
