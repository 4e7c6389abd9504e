import { describe, expect, it } from 'vitest';
import { mix, SeededRandom } from './mix';

describe('mix', () => {
  it('maps 100,000 neighbours to different, evenly spread numbers', () => {
    const seen = new Set(Array.from({ length: 100_000 }, (_, value) => mix(value)));
    expect(seen.size).toBe(100_000);
    const high = [...seen].filter((value) => value >= 2 ** 31).length;
    expect(Math.abs(high - 50_000)).toBeLessThan(1_000);
  });

  it('stays within 32 bits for any integer', () => {
    for (const value of [-1, 0, 2 ** 31, 2 ** 32 - 1, 2 ** 40, -(2 ** 31)]) {
      expect(mix(value)).toBeGreaterThanOrEqual(0);
      expect(mix(value)).toBeLessThan(2 ** 32);
    }
  });
});

describe('SeededRandom', () => {
  const sequence = (seed: number): number[] => {
    const random = new SeededRandom(seed);
    return Array.from({ length: 1000 }, () => random.next());
  };

  it('is the same for the same seed only', () => {
    expect(sequence(5)).toEqual(sequence(5));
    expect(sequence(5)).not.toEqual(sequence(6));
  });

  it('is between 0 and 1, evenly distributed', () => {
    const numbers = sequence(1);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
  });
});
