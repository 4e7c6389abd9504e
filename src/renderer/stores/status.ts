import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { Exchange } from '@shared/http/exchange';

/** What the status bar tells: the exchange that the visible screen shows, or nothing. */
export const useStatusStore = defineStore('status', () => {
  const exchange = shallowRef<Exchange | null>(null);
  function show(next: Exchange | null): void {
    exchange.value = next;
  }
  return { exchange, show };
});
