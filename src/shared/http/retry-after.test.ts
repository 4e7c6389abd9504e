import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after';

const now = Date.parse('2026-11-21T00:00:00Z');

describe('retryAfterMs', () => {
  it('reads seconds and dates only', () => {
    const asked = (value: string): number | null => retryAfterMs([['Retry-After', value]], now);
    expect(retryAfterMs([['retry-after', '3']], now)).toBe(3_000);
    expect(asked('Sat, 21 Nov 2026 00:00:05 GMT')).toBe(5_000);
    expect(asked('Sat, 21 Nov 2020 00:00:05 GMT')).toBe(0);
    for (const neither of ['soon', '-5', '1.5', '']) expect(asked(neither)).toBeNull();
    expect(retryAfterMs([], now)).toBeNull();
  });

  it('reads a date by the service’s clock, not ours', () => {
    const headers = [
      ['Date', 'Thu, 19 Nov 2026 00:00:00 GMT'],
      ['Retry-After', 'Thu, 19 Nov 2026 00:00:20 GMT'],
    ] as const;
    expect(retryAfterMs(headers, now)).toBe(20_000);
  });

  it('reads any large number of seconds as a long wait', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2_151_360n, max: 10n ** 400n }), (seconds) => {
        expect(retryAfterMs([['retry-after', String(seconds)]], now)).toBeGreaterThan(2 ** 31 - 1);
      }),
    );
  });
});
