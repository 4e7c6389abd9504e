import { type Ref, shallowRef, watch } from 'vue';
import type { RowPlace, TreeRow } from '../worker/messages';
import type { Viewer } from './use-viewer';

/** The row on which the keyboard acts. Its node is null until the row was read. */
interface Cursor {
  readonly row: number;
  readonly node: number | null;
}

interface TreeRows {
  readonly page: Ref<unknown>;
  readonly rowAt: (row: number) => TreeRow | undefined;
  readonly rowsInSight: Ref<number>;
  readonly scrollTo: (row: number, align?: 'nearest' | 'middle') => void;
}

/** Moves the tree's cursor, and keeps it on its value when rows appear or disappear. */
export function useTreeCursor(viewer: Viewer, { page, rowAt, rowsInSight, scrollTo }: TreeRows) {
  const cursor = shallowRef<Cursor>({ row: 0, node: null });
  const lastRow = (): number => Math.max(0, viewer.state.value.rowCount - 1);

  function moveTo(row: number): void {
    const wanted = Math.min(Math.max(0, row), lastRow());
    cursor.value = { row: wanted, node: rowAt(wanted)?.node ?? null };
    scrollTo(wanted);
  }

  function goTo({ row, node }: { readonly row: number; readonly node: number | null }): void {
    cursor.value = { row: Math.max(0, row), node };
    scrollTo(cursor.value.row, 'middle');
  }

  /** Folds or unfolds a node; toggles it when `open` is null. */
  async function fold(node: number, open: boolean | null): Promise<void> {
    const place = await viewer.ask('fold', { node, open });
    if (place !== null && place.row >= 0) cursor.value = place;
  }

  async function moveToParent(node: number): Promise<void> {
    const place: RowPlace | null = await viewer.ask('parentOf', { node });
    if (place !== null && place.row >= 0) moveTo(place.row);
  }

  /** Left: fold, or go to the parent. Right: unfold, or go to the first child. */
  function moveSideways(by: -1 | 1): void {
    const row = rowAt(cursor.value.row);
    if (row === undefined) return;
    const isContainer = row.children !== null && row.children > 0;
    if (by < 0 && isContainer && row.open) void fold(row.node, false);
    else if (by < 0) void moveToParent(row.node);
    else if (isContainer && !row.open) void fold(row.node, true);
    else if (isContainer) moveTo(cursor.value.row + 1);
  }

  /** True when the tree has handled the key. */
  function onKey(key: string): boolean {
    switch (key) {
      case 'ArrowDown':
        moveTo(cursor.value.row + 1);
        return true;
      case 'ArrowUp':
        moveTo(cursor.value.row - 1);
        return true;
      case 'ArrowLeft':
        moveSideways(-1);
        return true;
      case 'ArrowRight':
        moveSideways(1);
        return true;
      case 'PageDown':
        moveTo(cursor.value.row + rowsInSight.value - 1);
        return true;
      case 'PageUp':
        moveTo(cursor.value.row - rowsInSight.value + 1);
        return true;
      case 'Home':
        moveTo(0);
        return true;
      case 'End':
        moveTo(lastRow());
        return true;
      default:
        return false;
    }
  }

  // The cursor was moved to a row before the row was read: its node is set now.
  watch(page, () => {
    if (cursor.value.node !== null) return;
    const node = rowAt(cursor.value.row)?.node;
    if (node !== undefined) cursor.value = { row: cursor.value.row, node };
  });

  watch(
    () => viewer.state.value.version,
    async () => {
      const { node } = cursor.value;
      if (node === null) return;
      const { row } = await viewer.ask('rowOf', { node });
      if (cursor.value.node !== node) return;
      if (row < 0) moveTo(cursor.value.row);
      else if (row !== cursor.value.row) cursor.value = { row, node };
    },
  );

  return { cursor, moveTo, goTo, fold, onKey };
}
