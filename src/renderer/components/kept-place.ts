import { useEventListener } from '@vueuse/core';
import { onActivated, readonly, ref, type Ref } from 'vue';

/**
 * Where a box is scrolled to, in pixels. While another screen is shown, KeepAlive takes the box out of the document, which
 * scrolls it to its top without an event: what is drawn for the old place would be out of sight.
 */
export function useKeptPlace(scroller: Ref<HTMLElement | null>) {
  const place = ref(0);
  /** For a box that is out of the document, the place that it comes back to. */
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
    // Whoever draws for this box looks again, also where it was at this place all the time.
    scroller.value?.dispatchEvent(new Event('scroll'));
  });
  return { place: readonly(place), read, moveTo };
}
