import type { Exchange } from '../http/exchange';
import { saysNotFound } from '../http/service-error';
import { parseDateTime } from '../text/format-time';
import { isAnother, type SessionBody, type SessionLine, type SessionOutcome } from './session-outcome';

/** A look-up's body as far as it could be read: `body` is null for what is no JSON object. */
export type SessionBodyReading =
  | { readonly kind: 'read'; readonly body: SessionBody | null }
  | { readonly kind: 'unread'; readonly why: string };

/** A look-up in a line, from its exchange and what could be read of its body. */
export function sessionLine(
  sessionId: string,
  exchange: Exchange,
  reading: SessionBodyReading,
  now: Date,
): SessionLine {
  const body = reading.kind === 'read' ? reading.body : null;
  const status = exchange.outcome.kind === 'answered' ? (exchange.response?.status ?? null) : null;
  const answered = status === 200 ? body : null;
  const other = answered !== null && isAnother(answered.id, sessionId) ? answered.id : null;
  // Nothing of another session is said of this one.
  const session = other === null ? answered : null;
  const expires = session?.expiresAt == null ? null : parseDateTime(session.expiresAt);
  const isSession = session !== null || (status === 200 && reading.kind === 'unread');
  return {
    sessionId,
    outcome: outcomeOf(exchange, status, isSession, expires !== null && expires <= now),
    status,
    expiresAt: session?.expiresAt ?? null,
    items: session?.items ?? null,
    total: session?.total ?? null,
    card: session?.card ?? null,
    buyer: session?.buyer ?? null,
    findings: exchange.check.kind === 'checked' ? exchange.findings.length + exchange.moreFindings : null,
    message: session
      ? null
      : (describeOther(other) ?? body?.message ?? describeUnread(reading) ?? describeFailure(exchange)),
    exchangeId: exchange.id,
  };
}

function describeOther(id: string | null): string | null {
  return id === null ? null : `the answer is another session: ${id}`;
}

function describeUnread(reading: SessionBodyReading): string | null {
  return reading.kind === 'unread' ? `the answer could not be read here: ${reading.why}` : null;
}

function outcomeOf(
  exchange: Exchange,
  status: number | null,
  isSession: boolean,
  expired: boolean,
): SessionOutcome {
  if (exchange.outcome.kind === 'cancelled') return 'cancelled';
  if (isSession) return expired ? 'expired' : 'found';
  if (status === 404 && exchange.response && saysNotFound(exchange.response)) return 'not found';
  if (status === 401 || status === 403) return 'no access';
  return 'failed';
}

function describeFailure(exchange: Exchange): string | null {
  if (exchange.outcome.kind === 'failed') return `no connection (${exchange.outcome.failure})`;
  const { response } = exchange;
  if (response?.status === 404 && !saysNotFound(response)) return "the answer is not the API's";
  return response?.status === 422 ? 'a referenced payment method does not exist' : null;
}
