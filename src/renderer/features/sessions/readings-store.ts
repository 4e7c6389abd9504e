import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { useExchangeCache } from '@renderer/stores/exchange-cache';

/** The answers about sessions that are still here, and which of them is compared with the one on screen. Loaded on demand. */
export const useReadingsStore = defineStore('sessionReadings', () => {
  const cache = useExchangeCache();
  /** Session id to its readings, over all profiles: those looked at last first, and their session last. */
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
  /** The exchange that the one on screen is compared with; null: the one that lies nearest. */
  const comparedId = ref<string | null>(null);

  return { bySession, comparedId };
});
