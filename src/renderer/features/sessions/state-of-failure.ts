import type { SessionFailure } from '@shared/history/session-line';
import {
  STATE_LABELS,
  stateOfLine,
  type SessionState,
  type StateLabel,
} from '@renderer/components/session/session-state';

/** What a look-up that gave no session is called, in the head of its result and in Recent. */
export function failureWord(failure: SessionFailure): string {
  const { outcome, status, isForeign } = failure;
  if (isForeign) return "Not the API's answer";
  if (status === 401) return 'Token refused';
  if (outcome === 'failed' && status === null) return 'No answer';
  return status === 200 ? 'Not shown as a session' : STATE_LABELS[stateOf(failure)].word;
}

/** The chip of its head. */
export function stateOfFailure(failure: SessionFailure): StateLabel {
  const label = { ...STATE_LABELS[stateOf(failure)], word: failureWord(failure) };
  if (failure.status === 401) return { ...label, tone: 'failed' };
  return failure.status === 200 ? { ...label, tone: 'neutral' } : label;
}

function stateOf({ outcome }: SessionFailure): SessionState {
  return stateOfLine({ outcome, expiresAt: null }, new Date());
}
