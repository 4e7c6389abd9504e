import { shallowRef, watch, type Ref } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { readSession, readStoredSession, type SessionReading } from './session-reading';

/**
 * The session of an exchange; a body stored in main is read from there, and a reading for an earlier exchange is
 * dropped.
 */
export function useSessionReading(exchange: () => Exchange): Readonly<Ref<SessionReading>> {
  const reading = shallowRef<SessionReading>({ kind: 'reading' });
  watch(
    exchange,
    async (current, before) => {
      // The same answer, which has now been checked.
      if (before && before.response === current.response) return;
      reading.value = readSession(current);
      const body = current.response?.body;
      if (reading.value.kind !== 'reading' || body?.kind !== 'stored') return;
      const isDropped = (): boolean => exchange().response !== current.response;
      // A viewer of the same body goes first, if it is on screen.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
      const read = await readStoredSession(body, isDropped);
      if (read !== null && !isDropped()) reading.value = read;
    },
    { immediate: true },
  );
  return reading;
}
