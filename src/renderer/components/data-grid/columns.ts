import { maskTypedCode } from '@shared/cards/security-codes';
import type { IconName } from '../Icon.vue';
import type { Comparison, SortCell } from './sort/row-sorter';

/** What a cell shows when it is not simply the value. */
export interface ShownCell {
  readonly text: string;
  /** Shown before the text, which says the same. */
  readonly icon?: IconName;
  /** True when the text may extend over the empty cells after it. */
  readonly over?: boolean;
  /** `expired` is distinct from errors. */
  readonly tone?: 'muted' | 'success' | 'warning' | 'error' | 'expired';
}

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** The head of the column in a CSV, if it differs from `id`. */
  readonly head?: string;
  /** In pixels, until the person changes it. */
  readonly width: number;
  /** True when it takes some of the width that a wide window leaves, because its texts may be long. */
  readonly grows?: boolean;
  readonly compare: Comparison;
  readonly mono?: boolean;
  /** True when it is aligned to the end of its column, like numbers. */
  readonly atEnd?: boolean;
  /** True when it stays visible while the table scrolls sideways. Only one column of a table may be sticky. */
  readonly sticky?: boolean;
  /** Shown beside its name in the list of columns. */
  readonly note?: string;
  /** What its numbers count, shown in its head after its name. */
  readonly unit?: string;
  /** True when it is hidden until the person chooses it. */
  readonly hiddenAtFirst?: boolean;
  /** The value that is sorted, filtered, copied and exported; null when there is none. */
  value(row: Row): SortCell;
  /** The value that is copied and exported, when it differs. */
  written?(row: Row): SortCell;
  show?(row: Row): ShownCell;
  /** The tooltip of the cell; computed only when needed. */
  hint?(row: Row): string;
}

/** A column with the width it has now, in pixels; it grows beyond it only until the person chooses one. */
export type SizedColumn<Row> = Omit<GridColumn<Row>, 'width'> & { readonly width: number };

/** Its name with what its numbers count, for copying: without that, `1250` reads as an amount of money. */
export function copiedHead<Row>({ label, unit }: Pick<GridColumn<Row>, 'label' | 'unit'>): string {
  return unit === undefined ? label : `${label}, ${unit}`;
}

export function isAtEnd<Row>({ compare, atEnd }: SizedColumn<Row>): boolean {
  return atEnd ?? compare === 'number';
}

/**
 * Masks a security code here, because in a row of values the cell has lost its name. Main masks what is recognisable
 * without its name.
 */
export function writtenCell<Row>(column: Omit<GridColumn<Row>, 'width'>, row: Row): SortCell {
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
