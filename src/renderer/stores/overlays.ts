import { defineStore } from 'pinia';
import { ref } from 'vue';

/** What lies over the whole window, one at a time; each loads when it is first opened. */
export type Overlay = 'palette' | 'help' | 'tour';

export const useOverlaysStore = defineStore('overlays', () => {
  const open = ref<Overlay | null>(null);
  function show(overlay: Overlay): void {
    open.value = overlay;
  }
  /** Another one may have taken its place meanwhile. */
  function close(overlay: Overlay): void {
    if (open.value === overlay) open.value = null;
  }
  return { open, show, close };
});
