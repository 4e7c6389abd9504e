import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { BuyerPage } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import { byteSize } from '@shared/json/byte-size';

/** The limit for earlier answers kept by all screens together, in bytes as counted by `byteSize`. */
const MAX_CACHED_BYTES = 64_000_000;

/** An exchange that was shown, kept so that it can be shown again or compared without a new request. */
export interface CachedExchange {
  /** What was requested: a session's id, or a query and its destination. */
  readonly subject: string;
  readonly exchange: Exchange;
  /** The page that was read from it, if it is a page of buyers. */
  readonly page: BuyerPage | null;
}

/** Keeps exchanges up to a number of bytes; beyond that, the least recently used are dropped. */
export function exchangeCache(maxBytes: number) {
  /** The most recently used is last. */
  const entries = shallowRef<readonly (CachedExchange & { readonly bytes: number })[]>([]);

  /** An exchange that is too large on its own is not kept, because it would evict all others. */
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

  /** The latest one for a subject; null when there is none (any more). */
  function find(subject: string): CachedExchange | null {
    const found = [...entries.value].reverse().find((entry) => entry.subject === subject);
    if (found === undefined) return null;
    entries.value = [...entries.value.filter((entry) => entry !== found), found];
    return found;
  }

  /** Replaces an exchange that is still kept by a more complete version. */
  function replace(exchange: Exchange): void {
    entries.value = entries.value.map((entry) =>
      entry.exchange.id === exchange.id ? { ...entry, exchange } : entry,
    );
  }

  return { entries, keep, find, replace };
}

export const useExchangeCache = defineStore('exchangeCache', () => exchangeCache(MAX_CACHED_BYTES));
