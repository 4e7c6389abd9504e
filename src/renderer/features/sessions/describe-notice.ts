import { isAnother } from '@shared/history/session-outcome';
import { asText, type JsonObject } from '@renderer/components/facts/json';
import { shortenMiddle } from '@renderer/tools/shorten-middle';

/** The ID that the session gives itself where that is not the one that was asked for; else null. */
export function otherSession(session: JsonObject | null, sessionId: string): string | null {
  const id = asText(session?.id);
  return isAnother(id, sessionId) ? id : null;
}

/**
 * Why a result is not what was asked for, or what the form or the header now say; null when it is.
 * @param inField how many IDs are there, none of them this one; null where it is.
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
