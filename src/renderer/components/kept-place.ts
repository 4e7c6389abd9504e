import { useEventListener } from '@vueuse/core';
import { onActivated, readonly, ref, type Ref } from 'vue';

/**
 * Keeps a box's scroll position, in pixels. While another screen is shown, KeepAlive removes the box from the document,
 * which scrolls it to its top without an event: what was rendered for the old position would then be out of sight.
 */
export function useKeptPlace(scroller: Ref<HTMLElement | null>) {
  const place = ref(0);
  /** For a box outside the document, the position that it will return to. */
  function read(): number {
    const box = scroller.value;
    if (box !== null && box.clientHeight > 0) place.value = box.scrollTop;
    return place.value;
  }
  function moveTo(top: number): void {
    place.value = top;
    if (scroller.value) scroller.value.scrollTop = top;
  }

  useEventListener(scroller, 'scroll', read, { passive: true });
  onActivated(() => {
    moveTo(place.value);
    // Makes whatever renders this box's content check the position, even if it did not change.
    scroller.value?.dispatchEvent(new Event('scroll'));
  });
  return { place: readonly(place), read, moveTo };
}
