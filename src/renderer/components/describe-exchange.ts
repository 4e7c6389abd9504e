import { describeCheck } from '@shared/http/describe-check';
import { MASKED, type Exchange } from '@shared/http/exchange';
import { isSafe } from '@shared/http/http-fields';
import { assertNever } from '@shared/problem';
import { countOf } from '@shared/text/count-of';

/** An exchange in one line: `200 OK · 84 ms · 3.1 kB · Valid response`. `check`: in other words, or null without it. */
export function describeExchange(exchange: Exchange, check: string | null = describeCheck(exchange)): string {
  return [describeStatus(exchange), describeFacts(exchange, check)].filter((part) => part !== '').join(' · ');
}

/** The same beside a chip that has the status. */
export function describeFacts(exchange: Exchange, check: string | null): string {
  const parts = isMeasured(exchange) ? [countOf(Math.round(exchange.timings.totalMs), 'ms', 'ms')] : [];
  if (exchange.response) {
    parts.push(formatBytes(exchange.response.wireBytes));
    if (check !== null) parts.push(check);
  }
  if (exchange.retries.length > 0) parts.push(`${exchange.retries.length + 1} tries`);
  return parts.join(' · ');
}

/** How long it took is not known of what has no answer yet, or never will: nobody was there to measure it. */
export function isMeasured({ outcome }: Pick<Exchange, 'outcome'>): boolean {
  return outcome.kind !== 'unanswered';
}

/** Of a request that may have had its effect: the same words wherever it is told. */
export const OUTCOME_UNKNOWN = 'Outcome unknown';

/** @param words of a request that only reads, which has no effect. */
function withoutAnswer({ request }: Exchange, words: string): string {
  return isSafe(request.method) ? words : OUTCOME_UNKNOWN;
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

/** The same words wherever a body is shown in which main hid something. */
export const HIDDEN_HERE = `This app hid secrets in this body: ${MASKED} is not what came.`;

/** Bytes for people: decimal units, three digits at the most. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
