import { shallowRef, watch, type Ref } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { readSession, readStoredSession, type SessionReading } from './session-reading';

/**
 * The session of an exchange; a body stored in main is read from there, and the reading of an earlier exchange is
 * dropped.
 */
export function useSessionReading(exchange: () => Exchange): Readonly<Ref<SessionReading>> {
  const reading = shallowRef<SessionReading>({ kind: 'reading' });
  watch(
    exchange,
    async (current, before) => {
      // This is the same answer, now checked.
      if (before && before.response === current.response) return;
      reading.value = readSession(current);
      const body = current.response?.body;
      if (reading.value.kind !== 'reading' || body?.kind !== 'stored') return;
      const isDropped = (): boolean => exchange().response !== current.response;
      // If a viewer of the same body is on screen, it goes first.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
      const read = await readStoredSession(body, isDropped);
      if (read !== null && !isDropped()) reading.value = read;
    },
    { immediate: true },
  );
  return reading;
}
