import type { RecentSession } from '@shared/bridge/sessions';
import type { SessionFailure } from '@shared/history/session-line';
import { STATE_LABELS, stateOfLine, type StateLabel } from './session-state';

/** The label of a look-up that found no session, in the head of its result, in Recent and in the palette. */
export function stateOfFailure(failure: SessionFailure): StateLabel {
  const { outcome, status, isForeign } = failure;
  const label = STATE_LABELS[stateOfLine({ outcome, expiresAt: null }, new Date())];
  const word = wordOf(failure) ?? label.word;
  if (status === 401) return { ...label, word, tone: 'failed' };
  return status === 200 && !isForeign ? { ...label, word, tone: 'neutral' } : { ...label, word };
}

/** The current state of a look-up. */
export function stateOfRecent({ status, ...entry }: RecentSession, now: Date): StateLabel {
  const isSession = entry.outcome === 'found' || entry.outcome === 'expired';
  // Look-ups from earlier versions of the app have no status.
  return isSession || status === undefined
    ? STATE_LABELS[stateOfLine(entry, now)]
    : failureInList({ ...entry, status });
}

/** Where no line beside it says the status, the word does. */
export function failureInList(failure: SessionFailure): StateLabel {
  const label = stateOfFailure(failure);
  const { status } = failure;
  return status !== null && label.word === STATE_LABELS.failed.word
    ? { ...label, word: describeFailedStatus(status) }
    : label;
}

/** `429: too many requests`: the answer to a look-up, by its status. */
export function describeFailedStatus(status: number): string {
  if (status === 429) return '429: too many requests';
  if (status >= 500) return `${status}: the service failed`;
  if (status >= 400) return `${status}: refused`;
  return `${status}: ${status >= 300 ? 'a redirect' : 'not a session'}`;
}

function wordOf({ outcome, status, isForeign }: SessionFailure): string | null {
  if (isForeign) return 'Not the API’s answer';
  if (status === 401) return 'Token refused';
  // It may be another session, or this one cut off on its way.
  if (status === 200) return 'Unexpected answer';
  return status === null && outcome === 'failed' ? 'No answer' : null;
}
