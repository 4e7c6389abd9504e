import { type Ref, shallowRef, watch } from 'vue';
import type { RowRange } from '../worker/messages';

/** How many rows are requested beyond those in sight, on either side. */
export const ROWS_AROUND = 40;

export interface Page<Row> {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly Row[];
}

/**
 * The rows in sight and some around them, requested as they come into sight or change. Only one request runs at a time;
 * what is on screen stays until newer rows arrive. The returned function gives the row at a number, or undefined while
 * it has not arrived.
 * @param given rows that arrived without being requested.
 */
export function useRowPages<Row>(
  fetchRows: (range: RowRange) => Promise<Page<Row>>,
  first: Ref<number>,
  count: Ref<number>,
  version: Ref<number>,
  given: () => Page<Row> | null = () => null,
) {
  const page = shallowRef<Page<Row>>({ version: -1, first: 0, rows: [] });
  let isAsking = false;

  function isCurrent(): boolean {
    const { version: known, first: from, rows } = page.value;
    return known === version.value && from <= first.value && from + rows.length >= first.value + count.value;
  }

  async function refresh(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      while (!isCurrent()) {
        const wanted = { first: first.value, count: count.value };
        const from = Math.max(0, wanted.first - ROWS_AROUND);
        const fetched = await fetchRows({ first: from, count: wanted.count + 2 * ROWS_AROUND });
        if (fetched.version >= page.value.version) page.value = fetched;
        // The worker may have fewer rows than its last state said; its next state says so, which triggers another
        // request.
        const isSame = wanted.first === first.value && wanted.count === count.value;
        if (isSame && page.value.version >= version.value) break;
      }
    } finally {
      isAsking = false;
    }
  }

  // Synchronous, so that the state that brought these rows is drawn together with them.
  watch(given, (rows) => rows && (page.value = rows), { flush: 'sync' });
  watch([first, count, version], () => void refresh(), { immediate: true });

  return {
    page,
    rowAt: (row: number): Row | undefined => page.value.rows[row - page.value.first],
  };
}
