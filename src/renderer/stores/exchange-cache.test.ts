import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSize } from '@shared/json/byte-size';
import { exchangeOf } from '@shared/testing/exchanges';
import { exchangeCache, type CachedExchange } from './exchange-cache';

/** An exchange with a response body of this many characters. */
function cached(subject: string, characters = 0, id: string = crypto.randomUUID()): CachedExchange {
  return { subject, exchange: { ...exchangeOf(200, 'x'.repeat(characters)), id }, page: null };
}

const subjects = ({ entries }: ReturnType<typeof exchangeCache>) =>
  entries.value.map(({ subject }) => subject);
const EMPTY = byteSize(cached('a'));

describe('the exchange cache', () => {
  it('drops the least recently used first', () => {
    const cache = exchangeCache(3 * EMPTY);
    for (const subject of ['a', 'b', 'c']) cache.keep(cached(subject));
    expect(cache.find('a')?.subject).toBe('a');
    cache.keep(cached('d'));
    expect(subjects(cache)).toEqual(['c', 'a', 'd']);
    expect(cache.find('b')).toBeNull();
  });

  it('is limited by bytes, not by number', () => {
    const cache = exchangeCache(10 * EMPTY);
    for (const subject of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) cache.keep(cached(subject));
    expect(subjects(cache)).toHaveLength(8);
    cache.keep(cached('l', 3 * EMPTY));
    expect(subjects(cache)).toEqual(['f', 'g', 'h', 'l']);
  });

  it('does not store what is too large, and keeps what it has', () => {
    const cache = exchangeCache(3 * EMPTY);
    cache.keep(cached('a'));
    cache.keep(cached('l', 3 * EMPTY));
    expect(subjects(cache)).toEqual(['a']);
  });

  it('holds each exchange once, and returns the latest of a subject', () => {
    const cache = exchangeCache(9 * EMPTY);
    cache.keep(cached('a', 0, '1'));
    cache.keep(cached('a', 0, '2'));
    cache.keep(cached('b', 0, '3'));
    cache.keep(cached('a', 0, '1'));
    expect(cache.entries.value.map(({ exchange }) => exchange.id)).toEqual(['2', '3', '1']);
    expect(cache.find('a')?.exchange.id).toBe('1');
  });

  it('never exceeds its limit, and always holds the latest that fits', () => {
    const steps = fc.array(fc.record({ subject: fc.constantFrom('a', 'b', 'c'), size: fc.nat(4_000) }));
    fc.assert(
      fc.property(steps, (kept) => {
        const cache = exchangeCache(3 * EMPTY + 4_000);
        for (const { subject, size } of kept) {
          const entry = cached(subject, size);
          cache.keep(entry);
          const held = cache.entries.value.reduce((sum, { bytes }) => sum + bytes, 0);
          expect(held).toBeLessThanOrEqual(3 * EMPTY + 4_000);
          const fits = byteSize(entry) <= 3 * EMPTY + 4_000;
          expect(cache.entries.value.at(-1)?.exchange === entry.exchange).toBe(fits);
        }
      }),
    );
  });
});
