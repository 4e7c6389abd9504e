import { useNow } from '@vueuse/core';
import { computed, type ComputedRef } from 'vue';

/**
 * Now, another one with each minute of the clock: within a second of it, and of a clock that was set or a computer that woke
 * up. A day begins with a minute in every zone, so "Today" is never yesterday.
 */
export function useMinute(): ComputedRef<Date> {
  const now = useNow({ interval: 1_000 });
  const minute = computed(() => Math.floor(now.value.getTime() / 60_000));
  // Not its beginning: what has just come in would be of the future.
  return computed(() => (minute.value, new Date()));
}
