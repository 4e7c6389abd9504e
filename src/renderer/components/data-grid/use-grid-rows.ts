import { useEventListener, useResizeObserver } from '@vueuse/core';
import { computed, ref, watch, type Ref } from 'vue';
import { nextFrame } from '../next-frame';
import type { GridTable } from './grid-table';

/** Pixels. Every row has the same height: nothing needs to be measured. The styles say the same. */
export const ROW_HEIGHT = 28;
const HEAD_HEIGHT = 28;

/** Rows that are drawn beyond either edge. */
const OVERSCAN = 4;
/** So many rows more are drawn in each of a grid's first frames: all at once, they took three of them. */
const FIRST_ROWS = 8;

/**
 * Which rows of a table are drawn, and how one comes into sight. `activeRow` is drawn wherever it is. No virtualizer: it keeps
 * an object for each row, all of them made anew whenever there are more, though every row has the same height.
 */
export function useGridRows<Row>(
  scroller: Ref<HTMLElement | null>,
  table: Ref<GridTable<Row>>,
  activeRow: Ref<number>,
) {
  const top = ref(0);
  const height = ref(0);
  function look(): void {
    top.value = scroller.value?.scrollTop ?? 0;
    height.value = scroller.value?.clientHeight ?? 0;
  }
  useEventListener(scroller, 'scroll', look, { passive: true });
  // Also when it comes back into the page, which takes it to its top.
  useResizeObserver(scroller, look);
  const first = computed(() => Math.max(0, Math.floor((top.value - HEAD_HEIGHT) / ROW_HEIGHT) - OVERSCAN));
  const end = computed(() => {
    const inSight = Math.ceil((top.value + height.value - HEAD_HEIGHT) / ROW_HEIGHT);
    return height.value === 0 ? 0 : Math.min(table.value.shown.value, inSight + OVERSCAN);
  });
  /** The same while it is the same part of the rows: those that come below it draw nothing anew. */
  const rowsInSight = computed(() =>
    Array.from({ length: Math.max(0, end.value - first.value) }, (_, index) => first.value + index),
  );
  const most = ref(0);
  let isGrowing = false;
  watch([rowsInSight, most], async ([{ length }, drawn]) => {
    if (isGrowing || length <= drawn) return;
    isGrowing = true;
    await nextFrame();
    isGrowing = false;
    most.value += FIRST_ROWS;
  });
  /** The row with the focus stays, also out of sight: it would lose the focus. */
  const drawnIndexes = computed(() => {
    const inSight = rowsInSight.value.slice(0, most.value);
    const { value: row } = activeRow;
    return row < 0 || inSight.includes(row) ? inSight : [...inSight, row].sort((a, b) => a - b);
  });
  const drawn = computed(() => {
    // The rows themselves are not reactive.
    void table.value.changes.value;
    return drawnIndexes.value.flatMap((index) => {
      const row = table.value.at(index);
      return row === undefined ? [] : [{ index, number: table.value.numberAt(index), row }];
    });
  });

  /** Scrolls as little as needed. */
  function bringIntoSight(row: number): void {
    const element = scroller.value;
    if (element === null) return;
    const top = row * ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT - (element.clientHeight - HEAD_HEIGHT);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
  }

  /** Whole rows that fit, less one, so that PageDown keeps one of the rows seen before. */
  function pageOfRows(): number {
    const height = (scroller.value?.clientHeight ?? 0) - HEAD_HEIGHT;
    return Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  }

  function toTop(): void {
    if (scroller.value) scroller.value.scrollTop = 0;
  }

  return { drawn, bringIntoSight, pageOfRows, toTop };
}
