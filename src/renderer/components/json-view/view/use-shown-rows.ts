import { computed, type Ref } from 'vue';
import type { RowRange } from '../worker/messages';
import { useRowPages, type Page } from './use-row-pages';
import type { Viewer } from './use-viewer';
import { useVirtualRows } from './use-virtual-rows';

/**
 * The rows of a view that are in sight, each with its number; `row` is undefined until the worker has sent it.
 * @param given rows that arrived without being requested (see `useRowPages`).
 */
export function useShownRows<Row>(
  scroller: Ref<HTMLElement | null>,
  viewer: Viewer,
  fetchRows: (range: RowRange) => Promise<Page<Row>>,
  given?: () => Page<Row> | null,
) {
  const rowCount = computed(() => viewer.state.value.rowCount);
  const version = computed(() => viewer.state.value.version);
  const virtual = useVirtualRows(scroller, rowCount);
  const { first, count } = virtual;
  const pages = useRowPages(fetchRows, first, count, version, given);
  const shown = computed(() =>
    Array.from({ length: count.value }, (_, at) => {
      const number = first.value + at;
      return { number, row: pages.rowAt(number) };
    }),
  );
  return { ...virtual, ...pages, rowCount, shown };
}
