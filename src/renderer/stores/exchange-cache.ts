import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { BuyerPage } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import { byteSize } from '@shared/json/byte-size';

/** What all screens together keep of earlier answers, as `byteSize` counts it. */
const MAX_CACHED_BYTES = 64_000_000;

/** An exchange that was shown, so that it can be shown again, or compared with, without asking for it. */
export interface CachedExchange {
  /** What it was asked for: a session's id, a query and where it went. */
  readonly subject: string;
  readonly exchange: Exchange;
  /** The page that was read from it, if it is a page of buyers. */
  readonly page: BuyerPage | null;
}

/** Exchanges up to a number of bytes; of those beyond it the least recently used go first. */
export function exchangeCache(maxBytes: number) {
  /** The most recently used stands last. */
  const entries = shallowRef<readonly (CachedExchange & { readonly bytes: number })[]>([]);

  /** Nothing that is too large on its own is kept: it would cost all the others. */
  function keep(cached: CachedExchange): void {
    const bytes = byteSize(cached);
    if (bytes > maxBytes) return;
    const others = entries.value.filter(({ exchange }) => exchange.id !== cached.exchange.id);
    let total = others.reduce((sum, other) => sum + other.bytes, bytes);
    const first = others.findIndex((other) => {
      if (total <= maxBytes) return true;
      total -= other.bytes;
      return false;
    });
    entries.value = [...(first < 0 ? [] : others.slice(first)), { ...cached, bytes }];
  }

  /** The latest one about a subject; null when there is none (any more). */
  function find(subject: string): CachedExchange | null {
    const found = [...entries.value].reverse().find((entry) => entry.subject === subject);
    if (found === undefined) return null;
    entries.value = [...entries.value.filter((entry) => entry !== found), found];
    return found;
  }

  /** Replaces an exchange, if it is still kept, by a version that says more. */
  function replace(exchange: Exchange): void {
    entries.value = entries.value.map((entry) =>
      entry.exchange.id === exchange.id ? { ...entry, exchange } : entry,
    );
  }

  return { entries, keep, find, replace };
}

export const useExchangeCache = defineStore('exchangeCache', () => exchangeCache(MAX_CACHED_BYTES));
