import { useVirtualizer } from '@tanstack/vue-virtual';
import { computed, onScopeDispose, ref, watch, type Ref } from 'vue';
import type { GridTable } from './grid-table';

/** Pixels. Every row has the same height: nothing needs to be measured. The styles say the same. */
export const ROW_HEIGHT = 28;
export const HEAD_HEIGHT = 28;

/** So many rows more are drawn in each of a grid's first frames: all at once, they took three of them. */
const FIRST_ROWS = 8;

/** Which rows of a table are drawn, and how one comes into sight. `activeRow` is drawn wherever it is. */
export function useGridRows<Row>(
  scroller: Ref<HTMLElement | null>,
  table: Ref<GridTable<Row>>,
  activeRow: Ref<number>,
) {
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: table.value.shown.value,
      getScrollElement: () => scroller.value,
      estimateSize: () => ROW_HEIGHT,
      overscan: 4,
      scrollMargin: HEAD_HEIGHT,
    })),
  );
  const rowsInSight = computed(() => virtualizer.value.getVirtualItems().map(({ index }) => index));
  const most = ref(FIRST_ROWS);
  let frame = 0;
  watch([rowsInSight, most], ([{ length }, drawn]) => {
    cancelAnimationFrame(frame);
    if (length > drawn) frame = requestAnimationFrame(() => (most.value += FIRST_ROWS));
  });
  onScopeDispose(() => cancelAnimationFrame(frame));
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
