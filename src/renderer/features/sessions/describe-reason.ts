import {
  isUnasked,
  SERVICE_UNREACHABLE,
  TOKEN_REFUSED,
  type SessionLine,
} from '@shared/history/session-outcome';
import { describeFailedStatus } from '@renderer/components/session/state-of-failure';

/** Why a look-up of a list gave no session, in plain words; the service's own words are under Message. Empty for a session. */
export function describeReason(line: SessionLine): string {
  const { outcome, status, isForeign, message } = line;
  switch (outcome) {
    case 'found':
    case 'expired':
      return '';
    case 'waiting':
      // Says how long it waits; the reason is under Message.
      return message?.startsWith('waits ') ? capitalised(message.replace(/:.*/s, '')) : '';
    case 'not found':
      return 'No session with this ID here';
    case 'no access':
      return status === 401 ? 'The service does not accept the token' : 'The token may not read it';
    case 'not an ID':
      return capitalised(message ?? '');
    case 'cancelled':
      if (!isUnasked(line)) return 'Cancelled before an answer';
      return message === SERVICE_UNREACHABLE || message === TOKEN_REFUSED
        ? capitalised(message)
        : 'Not looked up: the list stopped first';
    case 'failed':
      return isForeign ? `${status}, but not the API’s answer` : describeFailed(status, message);
  }
}

function describeFailed(status: number | null, message: string | null): string {
  if (status === null) return message === null ? 'No answer' : capitalised(message);
  if (status === 200) return message === null ? 'The answer is not a session' : capitalised(message);
  if (status === 422) return capitalised(message ?? '422: not processed');
  return describeFailedStatus(status);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
