import type { Exchange } from '../http/exchange';
import { FAILURE_WORDS } from '../http/failure-words';
import { isForeign, saysNoPaymentMethod } from '../http/foreign-answer';
import { parseDateTime } from '../text/format-time';
import type { SessionBody } from './session-body';
import {
  isAnother,
  NO_PAYMENT_METHOD,
  NO_SESSION_FACTS,
  type SessionLine,
  type SessionOutcome,
} from './session-outcome';

export type SessionFailure = Pick<SessionLine, 'outcome' | 'status' | 'isForeign'>;

/** A look-up's body as far as it could be read: `body` is null if it is not a JSON object. */
export type SessionBodyReading =
  | { readonly kind: 'read'; readonly body: SessionBody | null }
  | { readonly kind: 'unread'; readonly why: string };

/** The list row of a look-up, from its exchange and what could be read of its body. */
export function sessionLine(
  sessionId: string,
  exchange: Exchange,
  reading: SessionBodyReading,
  now: Date,
): SessionLine {
  const body = reading.kind === 'read' ? reading.body : null;
  const failure = sessionFailure(exchange);
  const { status } = failure;
  const answered = status === 200 && body?.isSession === true ? body : null;
  const other = answered !== null && isAnother(answered.id, sessionId) ? answered.id : null;
  // The facts of another session must not be shown for this one.
  const session = other === null ? answered : null;
  const facts = session?.facts ?? NO_SESSION_FACTS;
  const expires = facts.expiresAt === null ? null : parseDateTime(facts.expiresAt);
  const isSession = session !== null || (status === 200 && reading.kind === 'unread');
  return {
    sessionId,
    ...failure,
    ...(isSession ? { outcome: expires !== null && expires <= now ? 'expired' : 'found' } : {}),
    ...facts,
    findings: exchange.check.kind === 'checked' ? exchange.findings.length + exchange.moreFindings : null,
    message: session
      ? null
      : (describeOther(other) ?? body?.message ?? describeUnread(reading) ?? describeFailure(exchange)),
    exchangeId: exchange.id,
    readAt: exchange.startedAt,
  };
}

function describeOther(id: string | null): string | null {
  return id === null ? null : `the answer is another session: ${id}`;
}

function describeUnread(reading: SessionBodyReading): string | null {
  return reading.kind === 'unread' ? `the answer could not be read here: ${reading.why}` : null;
}

/** Why a look-up gave no session, as shown in lists and at the head of its result. */
export function sessionFailure({ outcome, response }: Exchange): SessionFailure {
  if (outcome.kind === 'cancelled') return { outcome: 'cancelled', status: null, isForeign: false };
  if (outcome.kind !== 'answered' || response === null)
    return { outcome: 'failed', status: null, isForeign: false };
  return failureOf(response.status, isForeign(response));
}

/** The same for an answer of which only this is known. */
export function failureOf(status: number, isForeign: boolean): SessionFailure {
  return { outcome: (isForeign ? null : OUTCOMES[status]) ?? 'failed', status, isForeign };
}

const OUTCOMES: Readonly<Record<number, SessionOutcome>> = {
  401: 'no access',
  403: 'no access',
  404: 'not found',
};

function describeFailure(exchange: Exchange): string | null {
  if (exchange.outcome.kind === 'failed') return FAILURE_WORDS[exchange.outcome.failure];
  const { response } = exchange;
  if (response === null) return null;
  if (isForeign(response)) return `${response.status}, but not the API’s answer`;
  return saysNoPaymentMethod(response) ? NO_PAYMENT_METHOD : null;
}
