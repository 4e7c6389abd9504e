import { defineStore } from 'pinia';
import { ref } from 'vue';

/** Overlays over the whole window, one at a time; each loads when it is first opened. */
export type Overlay = 'palette' | 'help';

export const useOverlaysStore = defineStore('overlays', () => {
  const open = ref<Overlay | null>(null);
  /** The tour is shown beside the work, so overlays do not close it. */
  const touring = ref(false);

  function show(overlay: Overlay): void {
    open.value = overlay;
  }
  /** Another overlay may have replaced it in the meantime. */
  function close(overlay: Overlay): void {
    if (open.value === overlay) open.value = null;
  }
  function startTour(): void {
    open.value = null;
    touring.value = true;
  }
  function endTour(): void {
    touring.value = false;
  }
  return { open, touring, show, close, startTour, endTour };
});
