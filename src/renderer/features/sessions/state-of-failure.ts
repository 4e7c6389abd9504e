import type { Exchange } from '@shared/http/exchange';
import { saysNotFound } from '@shared/http/service-error';
import { STATE_LABELS, type StateLabel } from '@renderer/components/session/session-state';

/** The chip of a look-up that gave no session. */
export function stateOfFailure({ outcome, response }: Exchange): StateLabel {
  if (outcome.kind === 'cancelled') return STATE_LABELS.cancelled;
  if (outcome.kind !== 'answered') return { ...STATE_LABELS.failed, word: 'No answer' };
  switch (response?.status) {
    case 200:
      return { ...STATE_LABELS.failed, tone: 'neutral', word: 'Not shown as a session' };
    case 401:
      return { ...STATE_LABELS['no-access'], tone: 'failed', word: 'Token refused' };
    case 403:
      return { ...STATE_LABELS['no-access'], word: 'No access' };
    case 404:
      return saysNotFound(response)
        ? STATE_LABELS['not-found']
        : { ...STATE_LABELS.failed, word: "Not the API's answer" };
    default:
      return STATE_LABELS.failed;
  }
}
