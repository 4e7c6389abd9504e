import type { Exchange } from '@shared/http/exchange';
import { distanceFromNow, parseDateTime } from '@shared/text/format-time';
import { asArray, asObject, asText, parseJson, type JsonObject } from '@renderer/components/facts/json';

/** The session object of a 200 response; null for anything else. Its fields are read tolerantly, one by one. */
export function readSession(exchange: Exchange): JsonObject | null {
  const { response } = exchange;
  if (response?.status !== 200 || response.body.kind !== 'text') return null;
  return asObject(parseJson(response.body.text));
}

export interface SessionSummary {
  readonly words: string;
  /** Null when the session does not say when it expires. */
  readonly expired: boolean | null;
}

/** `Expired 3 h ago · 4 items · card visa •••• 1111`: what support reads first. */
export function sessionSummary(session: JsonObject, now: Date): SessionSummary {
  const expiresAt = parseDateTime(asText(session.expires_at) ?? '');
  const expired = expiresAt === null ? null : expiresAt <= now;
  const parts = [
    expiresAt === null
      ? 'Expiry unknown'
      : `${expired ? 'Expired' : 'Expires'} ${distanceFromNow(expiresAt, now)}`,
    describeItem(session),
    describeCard(session),
  ];
  return { words: parts.filter((part) => part !== null).join(' · '), expired };
}

function describeItem(session: JsonObject): string {
  const items = asArray(session.cart_items);
  if (items === null) return 'no cart';
  return `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
}

function describeCard(session: JsonObject): string {
  const method = asObject(session.payment_method);
  if (method === null) return 'no payment method';
  const scheme = asText(method.scheme) ?? '';
  const label = asText(method.label);
  return `card ${scheme}${label === null ? '' : ` •••• ${label}`}`.replace(/ +/g, ' ').trim();
}
