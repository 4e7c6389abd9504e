import { shallowRef, watch, type ShallowRef } from 'vue';

/** In ms: a faster answer replaces what is on the screen in one step. */
export const SLOW_AFTER_MS = 150;

/** The running call, or the text about it, once it is slow; null while there is none. */
export function useSlowCall<Call>(working: () => Call | null): Readonly<ShallowRef<Call | null>> {
  const slow: ShallowRef<Call | null> = shallowRef(null);
  watch(
    working,
    (call, _before, onCleanup) => {
      // A call that replaces a shown one is shown at once; otherwise the earlier content would come back in between.
      slow.value = slow.value === null ? null : call;
      if (call === null || slow.value !== null) return;
      const timer = setTimeout(() => (slow.value = call), SLOW_AFTER_MS);
      onCleanup(() => clearTimeout(timer));
    },
    { immediate: true, flush: 'sync' },
  );
  return slow;
}
