import { computed, type ComputedRef } from 'vue';
import { useClocksStore } from '@renderer/stores/clocks';

/**
 * The current time, updated within a second after each minute begins, and after the clock is set or the computer wakes up.
 * A day begins with a minute in every zone, so "Today" is never yesterday.
 */
export function useMinute(): ComputedRef<Date> {
  const clocks = useClocksStore();
  const minute = computed(() => Math.floor(clocks.now.getTime() / 60_000));
  // Not the beginning of the minute, as newer entries would lie in the future.
  return computed(() => (minute.value, new Date()));
}
