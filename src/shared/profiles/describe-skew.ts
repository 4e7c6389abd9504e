import { formatFullerDuration } from '../text/format-time';

/** Skew up to this, in ms, is not worth a word. */
export const TOLERATED_SKEW_MS = 30_000;

/** A sentence, or null when the difference is not worth a word. */
export function describeSkew(skewMs: number | null): string | null {
  if (skewMs === null || Math.abs(skewMs) <= TOLERATED_SKEW_MS) return null;
  const side = skewMs > 0 ? 'ahead of' : 'behind';
  return `The service's clock is ${formatFullerDuration(Math.abs(skewMs)) ?? ''} ${side} this computer's.`;
}
