import { describeCheck } from '@shared/http/describe-check';
import { MASKED, type Exchange } from '@shared/http/exchange';
import { assertNever } from '@shared/problem';

/** An exchange in one line: `200 OK · 84 ms · 3.1 kB · Valid response`. `check`: in other words, or null without it. */
export function describeExchange(exchange: Exchange, check: string | null = describeCheck(exchange)): string {
  return [describeStatus(exchange), describeFacts(exchange, check)].filter((part) => part !== '').join(' · ');
}

/** The same beside a chip that has the status. */
export function describeFacts(exchange: Exchange, check: string | null): string {
  const parts = isMeasured(exchange) ? [`${Math.round(exchange.timings.totalMs)} ms`] : [];
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

export function describeStatus(exchange: Exchange): string {
  const { outcome, response } = exchange;
  switch (outcome.kind) {
    case 'answered':
      return response ? `${response.status} ${response.statusText}`.trim() : 'answered';
    case 'cancelled':
      return outcome.mayHaveArrived
        ? 'Cancelled (the request may have arrived)'
        : 'Cancelled before it was sent';
    case 'failed':
      return outcome.mayHaveArrived ? 'No complete answer (the request may have arrived)' : 'Not sent';
    case 'unanswered':
      return outcome.why === 'under-way' ? 'Under way' : 'Unknown: the app ended before the answer';
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
