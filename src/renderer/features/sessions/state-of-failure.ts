import type { SessionFailure } from '@shared/history/session-line';
import { STATE_LABELS, stateOfLine, type StateLabel } from '@renderer/components/session/session-state';
import { failureWord } from './failure-word';

/** The chip of a look-up that gave no session. */
export function stateOfFailure(failure: SessionFailure): StateLabel {
  const { outcome, status } = failure;
  const label = STATE_LABELS[stateOfLine({ outcome, expiresAt: null }, new Date())];
  const named = { ...label, word: failureWord(failure, label.word) };
  if (status === 401) return { ...named, tone: 'failed' };
  return status === 200 ? { ...named, tone: 'neutral' } : named;
}
