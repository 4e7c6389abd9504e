import { defineStore } from 'pinia';
import { ref } from 'vue';

export const PANES = ['result', 'wire', 'preview', 'findings'] as const;
export type Pane = (typeof PANES)[number];

/** What the right side of the composer shows. */
export const usePaneStore = defineStore('composerPane', () => {
  const shown = ref<Pane>('result');
  function show(pane: Pane): void {
    shown.value = pane;
  }
  return { shown, show };
});
