import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockSkew } from './clock-skew';

describe('clockSkew', () => {
  const sent = Date.parse('2026-01-01T00:00:00.000Z');

  it('is zero while the clocks may agree', () => {
    expect(clockSkew('Thu, 01 Jan 2026 00:00:00 GMT', sent + 900, sent + 1_100)).toBe(0);
    expect(clockSkew('Wed, 31 Dec 2025 23:59:59 GMT', sent, sent + 10)).toBe(-1);
  });

  it('is positive if the server is ahead', () => {
    expect(clockSkew('Thu, 01 Jan 2026 00:01:00 GMT', sent, sent)).toBe(60_000);
    expect(clockSkew('Wed, 31 Dec 2025 23:59:00 GMT', sent, sent)).toBe(-59_001);
  });

  it.each([null, '', 'yesterday', '2026-01-01', 'Thu, 01 Foo 2026 00:00:00 GMT'])(
    'is null for %j',
    (header) => {
      expect(clockSkew(header, sent, sent)).toBeNull();
    },
  );

  it('is never larger than the true difference', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e8, max: 1e8 }),
        fc.nat(5_000),
        fc.nat(5_000),
        (skew, before, after) => {
          const stamped = sent + before;
          const header = new Date(Math.floor((stamped + skew) / 1000) * 1000).toUTCString();
          const found = clockSkew(header, sent, stamped + after) ?? NaN;
          expect(Math.abs(found)).toBeLessThanOrEqual(Math.abs(skew));
          expect(found * skew).toBeGreaterThanOrEqual(0);
          expect(Math.abs(skew - found)).toBeLessThanOrEqual(before + after + 1_000);
        },
      ),
    );
  });
});
