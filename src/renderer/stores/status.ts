import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { Exchange } from '@shared/http/exchange';

/** What the status bar tells: the exchange that the visible screen shows, or nothing. */
export const useStatusStore = defineStore('status', () => {
  const exchange = shallowRef<Exchange | null>(null);
  function show(next: Exchange | null): void {
    exchange.value = next;
  }
  /** What a screen tells of itself in place of an exchange; null for nothing. */
  const words = shallowRef<string | null>(null);
  function tell(next: string | null): void {
    words.value = next;
  }
  return { exchange, words, show, tell };
});
