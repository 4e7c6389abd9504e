import { useNow } from '@vueuse/core';
import { computed, type ComputedRef } from 'vue';

/**
 * The current time, updated with each minute of the clock: within a second, also when the clock is set or the computer wakes
 * up. A day begins with a minute in every zone, so "Today" is never yesterday.
 */
export function useMinute(): ComputedRef<Date> {
  const now = useNow({ interval: 1_000 });
  const minute = computed(() => Math.floor(now.value.getTime() / 60_000));
  // Not the minute's beginning: what has just come in would lie in the future.
  return computed(() => (minute.value, new Date()));
}
