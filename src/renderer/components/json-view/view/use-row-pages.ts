import { type Ref, shallowRef, watch } from 'vue';
import type { RowRange } from '../worker/messages';

/** Rows asked for beyond those in sight, on either side. */
const AROUND = 40;

export interface Page<Row> {
  readonly version: number;
  readonly first: number;
  readonly rows: readonly Row[];
}

/**
 * The rows in sight and some around them, asked for as they come into sight or change. One request at a time is under
 * way; what is on screen stays until newer rows are there. Answers with the row at a number, undefined while it is not there.
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

  async function refresh(isExpecting = false): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      for (let expects = isExpecting; expects || !isCurrent(); expects = false) {
        const wanted = { first: first.value, count: count.value };
        const from = Math.max(0, wanted.first - AROUND);
        page.value = await fetchRows({ first: from, count: wanted.count + 2 * AROUND });
        // The worker may know of fewer rows than its last state said; its next state says so and asks again.
        const isSame = wanted.first === first.value && wanted.count === count.value;
        if (isSame && page.value.version >= version.value) break;
      }
    } finally {
      isAsking = false;
    }
  }

  watch([first, count, version], () => void refresh(), { immediate: true });

  return {
    page,
    rowAt: (row: number): Row | undefined => page.value.rows[row - page.value.first],
    /** Asks for the first rows of a body that is being opened before their number is known: both come together. */
    expectRows: () => void refresh(true),
  };
}
