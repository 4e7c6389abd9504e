import { maskTypedCode } from '@shared/cards/security-codes';
import type { IconName } from '../Icon.vue';
import type { Comparison, SortCell } from './sort/row-sorter';

/** What a cell shows when that is not the value itself. */
export interface ShownCell {
  readonly text: string;
  /** Before the text, which says the same. */
  readonly icon?: IconName;
  /** The text goes on over the empty cells behind its own. */
  readonly over?: boolean;
  /** `expired` stands out from what went wrong. */
  readonly tone?: 'muted' | 'success' | 'warning' | 'error' | 'expired';
}

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** Pixels, until the person changes it. */
  readonly width: number;
  readonly compare: Comparison;
  readonly mono?: boolean;
  /** True: at the end of its column, as numbers are. */
  readonly atEnd?: boolean;
  /** It stays in sight when the table is scrolled sideways. One column of a table may. */
  readonly sticky?: boolean;
  /** Said beside its name where columns are chosen. */
  readonly note?: string;
  /** True: the person has to choose it first. */
  readonly hiddenAtFirst?: boolean;
  /** What is sorted, filtered, copied and exported; null where there is nothing. */
  value(row: Row): SortCell;
  /** What is copied and exported, where it is not the value. */
  written?(row: Row): SortCell;
  show?(row: Row): ShownCell;
  /** Said when the mouse rests on the cell; asked only then. */
  hint?(row: Row): string;
}

/** A column with the width it has now, in pixels. */
export type SizedColumn<Row> = Omit<GridColumn<Row>, 'width'> & { readonly width: number };

export function isAtEnd<Row>({ compare, atEnd }: SizedColumn<Row>): boolean {
  return atEnd ?? compare === 'number';
}

/** A security code is masked: beside the others of its row a cell has lost its name. Main masks what tells of itself. */
export function writtenCell<Row>(column: SizedColumn<Row>, row: Row): SortCell {
  const cell = column.written === undefined ? column.value(row) : column.written(row);
  const written = String(cell ?? '');
  const masked = maskTypedCode(column.id, written);
  return masked === written ? cell : masked;
}

export const MIN_COLUMN_WIDTH = 60;
export const MAX_COLUMN_WIDTH = 1_200;

export function clampWidth(width: number): number {
  return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));
}
