import type { HeaderList, Timings } from '../http/exchange';

/** `Sun, 06 Nov 1994 08:49:37 GMT`: the only form that senders may use (RFC 9110, section 5.6.7). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * How far the server's clock is ahead of ours (negative: behind), in ms, according to the `Date` header of its
 * answer. The header names a whole second, written at some moment between `sentAt` and `receivedAt` (ms since 1970 by
 * our clock), so only a range is known: the value in the range closest to zero is returned. Null if the header has no
 * date.
 */
export function clockSkew(dateHeader: string | null, sentAt: number, receivedAt: number): number | null {
  if (dateHeader === null || !HTTP_DATE.test(dateHeader.trim())) return null;
  const second = Date.parse(dateHeader);
  if (Number.isNaN(second)) return null;
  const least = second - receivedAt;
  const most = second + 999 - sentAt;
  if (least > 0) return least;
  return most < 0 ? most : 0;
}

/** The parts of an answer that say something about the clocks. */
export interface ClockFacts {
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly timings: Timings;
  readonly response: { readonly headers: HeaderList } | null;
}

/** The skew according to an answer's `Date`; null if it has none, or if a cache answered with an older one. */
export function skewOf({ startedAt, timings, response }: ClockFacts): number | null {
  if (response === null) return null;
  const valueOf = (wanted: string): string | null =>
    response.headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  if (valueOf('age') !== null) return null;
  const sentAt = Date.parse(startedAt);
  const headAt = sentAt + timings.totalMs - (timings.downloadMs ?? 0);
  return clockSkew(valueOf('date'), sentAt, headAt);
}
