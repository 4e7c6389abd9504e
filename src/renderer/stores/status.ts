import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { Exchange } from '@shared/http/exchange';

/** What the status bar shows: the exchange of the visible screen, or nothing. */
export const useStatusStore = defineStore('status', () => {
  const exchange = shallowRef<Exchange | null>(null);
  function show(next: Exchange | null): void {
    exchange.value = next;
  }
  /** Text that a screen shows instead of an exchange; null for none. */
  const words = shallowRef<string | null>(null);
  function tell(next: string | null): void {
    words.value = next;
  }
  return { exchange, words, show, tell };
});
