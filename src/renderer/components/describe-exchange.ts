import { describeCheck } from '@shared/http/describe-check';
import { endedWaiting, MASKED, type Exchange } from '@shared/http/exchange';
import { isSafe } from '@shared/http/http-fields';
import { assertNever } from '@shared/problem';
import { countOf } from '@shared/text/count-of';

/**
 * An exchange in one line: `200 OK · 84 ms · 3.1 kB · Valid response`. `check`: the check in other words, or null to
 * omit it.
 */
export function describeExchange(exchange: Exchange, check: string | null = describeCheck(exchange)): string {
  return [describeStatus(exchange), describeFacts(exchange, check)].filter((part) => part !== '').join(' · ');
}

/** The facts of an exchange, to go beside a chip with its status. */
export function describeFacts(exchange: Exchange, check: string | null): string {
  const parts = isMeasured(exchange) ? [countOf(Math.round(exchange.timings.totalMs), 'ms', 'ms')] : [];
  if (exchange.response) {
    parts.push(formatBytes(exchange.response.wireBytes));
    if (check !== null) parts.push(check);
  }
  const tries = exchange.retries.length + (endedWaiting(exchange) ? 0 : 1);
  if (tries > 1) parts.push(`${tries} tries`);
  return parts.join(' · ');
}

/** False without an answer: nothing measured how long that took. */
export function isMeasured({ outcome }: Pick<Exchange, 'outcome'>): boolean {
  return outcome.kind !== 'unanswered';
}

/** For a request that may have taken effect: the same words everywhere. */
export const OUTCOME_UNKNOWN = 'Outcome unknown';

/**
 * A status that arrived before the answer broke off follows the words: on its own it would read as the result.
 * @param words for a request that only reads, so that it has no effect.
 */
function withoutAnswer({ request, response }: Exchange, words: string): string {
  const outcome = isSafe(request.method) ? words : OUTCOME_UNKNOWN;
  return response === null ? outcome : `${outcome} · ${response.status} broke off`;
}

export function describeStatus(exchange: Exchange): string {
  const { outcome, response } = exchange;
  switch (outcome.kind) {
    case 'answered':
      return response ? `${response.status} ${response.statusText}`.trim() : 'answered';
    case 'cancelled':
      return outcome.mayHaveArrived ? withoutAnswer(exchange, 'Cancelled') : 'Cancelled before it was sent';
    case 'failed':
      return outcome.mayHaveArrived ? withoutAnswer(exchange, 'No complete answer') : 'Not sent';
    case 'unanswered':
      return outcome.why === 'under-way'
        ? 'Under way'
        : `${OUTCOME_UNKNOWN}: the app ended before the answer`;
    default:
      return assertNever(outcome);
  }
}

/** Shown beside every body in which main has hidden something. */
export const HIDDEN_HERE = `This app hid secrets in this body: ${MASKED} is not what was received.`;

/** Bytes for people: decimal units, at most three digits before the point. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
