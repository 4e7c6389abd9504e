import type { HeaderList } from './exchange';

/**
 * Milliseconds that a Retry-After header asks for: delta-seconds or an HTTP date (RFC 9110); null if it is neither.
 */
export function retryAfterMs(headers: HeaderList, now: number): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // `Date.parse` reads `-5` and `1.5` as dates long ago.
  const date = /^[a-z]/i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(date)) return null;
  // The date follows the service's clock, which its `Date` header shows. Ours may be a day ahead, and then there
  // would be no wait.
  const written = Date.parse(headers.find(([name]) => name.toLowerCase() === 'date')?.[1] ?? '');
  return Math.max(0, date - (Number.isNaN(written) ? now : written));
}
