import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { useExchangeCache } from '@renderer/stores/exchange-cache';

/** The answers about sessions that are still in memory, and which is compared with the one on screen. Loaded on demand. */
export const useReadingsStore = defineStore('sessionReadings', () => {
  const cache = useExchangeCache();
  /**
   * Readings by session id, under all profiles: the reading that was last shown comes first, and its session is last in
   * the map.
   */
  const bySession = computed<ReadonlyMap<string, readonly Exchange[]>>(() => {
    const readings = new Map<string, readonly Exchange[]>();
    for (const { subject, exchange } of cache.entries) {
      if (exchange.operation !== 'get_checkout_session') continue;
      const earlier = readings.get(subject) ?? [];
      readings.delete(subject);
      readings.set(subject, [exchange, ...earlier]);
    }
    return readings;
  });
  /** Id of the exchange that the one on screen is compared with; null for the first choice. */
  const comparedId = ref<string | null>(null);

  return { bySession, comparedId };
});
