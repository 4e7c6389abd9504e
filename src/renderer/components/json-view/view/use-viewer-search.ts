import { useDebounceFn } from '@vueuse/core';
import { type Ref, ref, watch } from 'vue';
import type { MatchPlace, RowRange } from '../worker/messages';
import type { Viewer } from './use-viewer';

const TYPING_MS = 120;

/** What a visible view can do. */
export interface ShownView {
  goTo(place: MatchPlace): void;
  topRow(): number;
  focus(): void;
  /** The rows of a body being opened that will be in sight. */
  expectedRows?(): RowRange;
}

/** Searches while the person types, and goes to the first match after their position. */
export function useViewerSearch(viewer: Viewer, shownView: Ref<ShownView | null>) {
  const text = ref('');
  const matchCase = ref(false);
  let goesToFirst = false;

  function start(): void {
    goesToFirst = text.value !== '';
    const row = shownView.value?.topRow() ?? 0;
    void viewer.ask('search', { text: text.value, matchCase: matchCase.value, row });
  }

  async function step(by: 1 | -1 | 0): Promise<void> {
    const place = await viewer.ask('stepMatch', { by });
    if (place !== null) shownView.value?.goTo(place);
  }

  watch([text, matchCase], useDebounceFn(start, TYPING_MS));
  // In a newly opened view, the search starts again.
  watch(shownView, () => (goesToFirst = text.value !== ''));
  watch(viewer.search, ({ current }) => {
    if (!goesToFirst || current < 0) return;
    goesToFirst = false;
    void step(0);
  });

  return { text, matchCase, start, step };
}
