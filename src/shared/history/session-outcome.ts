import type { Exchange } from '../http/exchange';
import { parseDateTime } from '../text/format-time';

/** What became of a look-up, in the words of support. */
export type SessionOutcome =
  | 'found'
  /** Found, and past its `expires_at`. */
  | 'expired'
  | 'not found'
  /** 401 or 403. */
  | 'no access'
  | 'failed'
  | 'cancelled';

export const SESSION_OUTCOMES: readonly SessionOutcome[] = [
  'found',
  'expired',
  'not found',
  'no access',
  'failed',
  'cancelled',
];

/** One look-up in a line: for lists of many, and for recent ones. */
export interface SessionLine {
  readonly sessionId: string;
  readonly outcome: SessionOutcome;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** As the session says it; null when it does not. */
  readonly expiresAt: string | null;
  readonly items: number | null;
  /** Scheme and last four digits: `visa •••• 1111`. */
  readonly card: string | null;
  readonly buyer: string | null;
  /** Findings of the contract check. */
  readonly findings: number;
  /** The service's message or the failure, for a look-up that gave no session. */
  readonly message: string | null;
}

/** Reads a look-up's exchange into a line. Tolerant: what is not as documented is left out of the line. */
export function sessionLine(sessionId: string, exchange: Exchange, now: Date): SessionLine {
  const body = parsedBody(exchange);
  const status = exchange.outcome.kind === 'answered' ? (exchange.response?.status ?? null) : null;
  const expiresAt = status === 200 ? text(body?.expires_at) : null;
  const expires = expiresAt === null ? null : parseDateTime(expiresAt);
  const method = record(body?.payment_method);
  const scheme = text(method?.scheme);
  const label = text(method?.label);
  return {
    sessionId,
    outcome: outcomeOf(exchange, status, body !== null, expires !== null && expires <= now),
    status,
    expiresAt,
    items: status === 200 && Array.isArray(body?.cart_items) ? body.cart_items.length : null,
    card: status === 200 && method ? `${scheme ?? 'card'}${label === null ? '' : ` •••• ${label}`}` : null,
    buyer: status === 200 ? text(record(body?.buyer)?.display_name) : null,
    findings: exchange.findings.length + exchange.moreFindings,
    message: status === 200 ? null : (text(body?.message) ?? describeFailure(exchange)),
  };
}

function outcomeOf(
  exchange: Exchange,
  status: number | null,
  isObject: boolean,
  expired: boolean,
): SessionOutcome {
  if (exchange.outcome.kind === 'cancelled') return 'cancelled';
  if (status === 200 && isObject) return expired ? 'expired' : 'found';
  if (status === 404) return 'not found';
  if (status === 401 || status === 403) return 'no access';
  return 'failed';
}

function describeFailure(exchange: Exchange): string | null {
  if (exchange.outcome.kind === 'failed') return `no connection (${exchange.outcome.failure})`;
  return exchange.response?.status === 422 ? 'a referenced payment method does not exist' : null;
}

function parsedBody(exchange: Exchange): Readonly<Record<string, unknown>> | null {
  const body = exchange.response?.body;
  if (body?.kind !== 'text') return null;
  try {
    return record(JSON.parse(body.text));
  } catch {
    return null;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
