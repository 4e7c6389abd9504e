import type { GridColumn, ShownCell } from '../data-grid/columns';
import { formatValue, showValue, type Json } from '../facts/json';

/** The maximum number of characters of a value that its tooltip shows. */
const MAX_HINT_LENGTH = 2_000;

/** A column of values as the server sent them. */
export function valueColumn<Row>(
  id: string,
  label: string,
  read: (row: Row) => Json | undefined,
): GridColumn<Row> {
  return {
    id,
    label,
    width: 120,
    compare: 'words',
    value: (row) => asCell(read(row)),
    show: (row) => showCell(read(row)),
    hint: (row) => {
      const value = read(row);
      return value === undefined || value === null ? '' : showValue(value, MAX_HINT_LENGTH);
    },
  };
}

export function asCell(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : formatValue(value);
}

/** Shows absent, null and empty values differently. */
export function showCell(value: Json | undefined): ShownCell {
  if (value === undefined) return { text: '–', tone: 'muted' };
  if (value === null) return { text: 'null', tone: 'muted' };
  return value === '' ? { text: '(empty text)', tone: 'muted' } : { text: showValue(value) };
}
