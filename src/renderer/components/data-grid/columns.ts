import type { Comparison, SortCell } from './sort/row-sorter';

/** What a cell shows when that is not the value itself. */
export interface ShownCell {
  readonly text: string;
  readonly tone?: 'muted' | 'warning' | 'error';
}

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** Pixels, until the person changes it. */
  readonly width: number;
  readonly compare: Comparison;
  readonly mono?: boolean;
  /** It stays in sight when the table is scrolled sideways. One column of a table may. */
  readonly sticky?: boolean;
  /** Said beside its name where columns are chosen. */
  readonly note?: string;
  /** True: the person has to choose it first. */
  readonly hiddenAtFirst?: boolean;
  /** What is sorted, filtered, copied and exported; null where there is nothing. */
  value(row: Row): SortCell;
  show?(row: Row): ShownCell;
  /** Said when the mouse rests on the cell; asked only then. */
  hint?(row: Row): string;
}

/** A column with the width it has now, in pixels. */
export type SizedColumn<Row> = Omit<GridColumn<Row>, 'width'> & { readonly width: number };

export const MIN_COLUMN_WIDTH = 60;
export const MAX_COLUMN_WIDTH = 1_200;

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}
