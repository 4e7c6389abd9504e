import { isAnother } from '@shared/history/session-outcome';
import { asText, type JsonObject } from '@renderer/components/facts/json';
import { shortenMiddle } from '@renderer/tools/shorten-middle';

/** The ID that the session itself states, if that is not the requested one; otherwise null. */
export function otherSession(session: JsonObject | null, sessionId: string): string | null {
  const id = asText(session?.id);
  return isAnother(id, sessionId) ? id : null;
}

/**
 * Says that a result is another session than requested, or than the one now in the field; null if neither applies.
 * @param inField how many IDs are in the field, none of them this one; null if it is there.
 * @param other see `otherSession`.
 */
export function describeNotice(
  inField: number | null,
  sessionId: string,
  other: string | null = null,
): string | null {
  if (other !== null) return `The answer is another session: ${other}`;
  if (inField === null) return null;
  const what = ['The field holds no ID', 'The ID in the field is another one'][inField];
  return `${what ?? 'The field holds other IDs'}; this is ${shortenMiddle(sessionId)}`;
}
