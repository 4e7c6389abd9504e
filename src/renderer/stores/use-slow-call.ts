import { shallowRef, watch, type ShallowRef } from 'vue';

/** What is answered sooner takes the place of what is on the screen in one step. */
export const SLOW_AFTER_MS = 150;

/** A call, or what is said of it, that is under way for so long that a person wants to know; null while there is none. */
export function useSlowCall<Call>(working: () => Call | null): Readonly<ShallowRef<Call | null>> {
  const slow: ShallowRef<Call | null> = shallowRef(null);
  watch(
    working,
    (call, _before, onCleanup) => {
      // One in the place of another that is shown is shown at once: what was there before both would come back in between.
      slow.value = slow.value === null ? null : call;
      if (call === null || slow.value !== null) return;
      const timer = setTimeout(() => (slow.value = call), SLOW_AFTER_MS);
      onCleanup(() => clearTimeout(timer));
    },
    { immediate: true, flush: 'sync' },
  );
  return slow;
}
