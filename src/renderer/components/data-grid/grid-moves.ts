/** A cell of a grid. Row -1 is the head; columns and rows count from 0. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridBounds {
  readonly rows: number;
  readonly columns: number;
  /** Visible rows. */
  readonly page: number;
}

export interface GridKey {
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly control: boolean;
}

/**
 * Where a key leads from a cell, following the grid pattern of the ARIA Authoring Practices; null for a key that does
 * not move.
 */
export function moveByKey({ key, control }: GridKey, from: GridPlace, bounds: GridBounds): GridPlace | null {
  const to = target(key, control, from, bounds);
  if (to === null) return null;
  return {
    row: Math.min(Math.max(to.row, -1), bounds.rows - 1),
    column: Math.min(Math.max(to.column, 0), bounds.columns - 1),
  };
}

function target(
  key: string,
  control: boolean,
  { row, column }: GridPlace,
  bounds: GridBounds,
): GridPlace | null {
  const last = bounds.rows - 1;
  switch (key) {
    case 'ArrowUp':
      return { row: control ? Math.min(row, 0) : row - 1, column };
    case 'ArrowDown':
      return { row: control ? last : row + 1, column };
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: control ? bounds.columns - 1 : column + 1 };
    case 'Home':
      return control ? { row: Math.min(last, 0), column: 0 } : { row, column: 0 };
    case 'End':
      return control ? { row: last, column: bounds.columns - 1 } : { row, column: bounds.columns - 1 };
    case 'PageUp':
      return { row: row < 0 ? row : Math.max(0, row - bounds.page), column };
    case 'PageDown':
      return { row: Math.max(0, row) + bounds.page, column };
    default:
      return null;
  }
}
