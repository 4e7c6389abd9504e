import { type Ref, shallowRef, watch } from 'vue';
import type { RowRange } from '../worker/messages';

/** Rows asked for beyond those in sight, on either side. */
const AROUND = 40;

interface Page<Row> {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly Row[];
}

/**
 * The rows in sight and some around them, asked for as they come into sight or change. One request at a time is under
 * way; what is on screen stays until better is there. Answers with the row at a number, undefined while it is not there.
 */
export function useRowPages<Row>(
  fetchRows: (range: RowRange) => Promise<Page<Row>>,
  first: Ref<number>,
  count: Ref<number>,
  version: Ref<number>,
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
        const from = Math.max(0, first.value - AROUND);
        const next = await fetchRows({ first: from, count: count.value + 2 * AROUND });
        const isShort = next.first + next.rows.length < first.value + count.value;
        page.value = next;
        // The worker's rows may be fewer than the last state said; the next state says so and asks again.
        if (isShort && next.version >= version.value) break;
      }
    } finally {
      isAsking = false;
    }
  }

  watch([first, count, version], () => void refresh(), { immediate: true });

  return { page, rowAt: (row: number): Row | undefined => page.value.rows[row - page.value.first] };
}
