import type { Ref } from 'vue';

interface Scrolled {
  readonly first: Ref<number>;
  readonly rowsInSight: Ref<number>;
  readonly rowCount: Ref<number>;
  readonly scrollTo: (row: number) => void;
}

/**
 * Scrolls by whole rows. The browser itself would scroll by pixels of a scroll bar that may represent many times its
 * own height.
 */
export function scrollByKey(
  event: KeyboardEvent,
  { first, rowsInSight, rowCount, scrollTo }: Scrolled,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const row = rowFor(event.key, first.value, rowsInSight.value, rowCount.value);
  if (row === null) return;
  event.preventDefault();
  scrollTo(Math.min(Math.max(0, row), Math.max(0, rowCount.value - 1)));
}

function rowFor(key: string, first: number, inSight: number, count: number): number | null {
  const last = first + inSight - 1;
  switch (key) {
    case 'ArrowDown':
      return last + 1;
    case 'ArrowUp':
      return first - 1;
    case 'PageDown':
      return last + inSight - 1;
    case 'PageUp':
      return first - inSight + 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
