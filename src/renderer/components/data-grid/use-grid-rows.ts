import { useEventListener, useResizeObserver } from '@vueuse/core';
import { computed, ref, watch, type Ref } from 'vue';
import { nextFrame } from '../next-frame';
import type { GridTable } from './grid-table';

/** In pixels. Every row has the same height, so nothing is measured. The styles use the same value. */
export const ROW_HEIGHT = 28;
const HEAD_HEIGHT = 28;

/** Extra rows rendered beyond either edge. */
const OVERSCAN = 4;
/** How many more rows each of a grid's first frames renders: rendering all of them at once took three frames. */
const FIRST_ROWS = 8;

/**
 * Which rows of a table are rendered, and how to scroll to one. `activeRow` is always rendered. No virtualizer library
 * is used, because it would keep an object per row and rebuild all of them whenever rows arrive, although every row has
 * the same height.
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
  // Also needed when the grid returns to the page, which scrolls it to the top.
  useResizeObserver(scroller, look);
  const first = computed(() => Math.max(0, Math.floor((top.value - HEAD_HEIGHT) / ROW_HEIGHT) - OVERSCAN));
  const end = computed(() => {
    const inSight = Math.ceil((top.value + height.value - HEAD_HEIGHT) / ROW_HEIGHT);
    return height.value === 0 ? 0 : Math.min(table.value.shown.value, inSight + OVERSCAN);
  });
  /** The same array while the same part of the rows is visible: rows added below cause no rendering. */
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
  /** Keeps the focused row rendered even out of sight; otherwise it would lose the focus. */
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
  function scrollToRow(row: number): void {
    const element = scroller.value;
    if (element === null) return;
    const top = row * ROW_HEIGHT;
    const bottom = top + ROW_HEIGHT - (element.clientHeight - HEAD_HEIGHT);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop) element.scrollTop = bottom;
  }

  /** Whole rows that fit, minus one, so that PageDown keeps one of the previous rows. */
  function pageOfRows(): number {
    const height = (scroller.value?.clientHeight ?? 0) - HEAD_HEIGHT;
    return Math.max(1, Math.floor(height / ROW_HEIGHT) - 1);
  }

  function toTop(): void {
    if (scroller.value) scroller.value.scrollTop = 0;
  }

  return { drawn, scrollToRow, pageOfRows, toTop };
}
