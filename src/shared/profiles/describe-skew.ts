import { formatFullerDuration } from '../text/format-time';

/** Nothing is said about a skew of up to this many ms. */
export const TOLERATED_SKEW_MS = 30_000;

/** A sentence, or null if the difference is not worth mentioning. */
export function describeSkew(skewMs: number | null): string | null {
  if (skewMs === null || Math.abs(skewMs) <= TOLERATED_SKEW_MS) return null;
  const side = skewMs > 0 ? 'ahead of' : 'behind';
  return `The service’s clock is ${formatFullerDuration(Math.abs(skewMs)) ?? ''} ${side} this computer’s.`;
}
