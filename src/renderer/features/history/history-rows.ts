import type { HistoryEntry } from '@shared/history/history';
import { dayKey, formatDay } from '@shared/text/format-time';

/** A row of the list: the heading of a day, or an exchange. */
export type HistoryRow =
  | { readonly kind: 'day'; readonly key: string; readonly words: string }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: HistoryEntry;
      /** `Today`, `Saturday, 21 November 2026`. */
      readonly day: string;
      /** Position in the list, from 1. */
      readonly number: number;
    };

export const ROW_HEIGHT = 44;
const DAY_HEIGHT = 28;

export function historyRows(entries: readonly HistoryEntry[], now: Date, timeZone: string): HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let words = '';
  entries.forEach((entry, index) => {
    const startedAt = new Date(entry.startedAt);
    const next = dayKey(startedAt, timeZone);
    if (next !== day) {
      day = next;
      words = formatDay(startedAt, now, timeZone);
      // The same day may occur twice if the clock was set back.
      rows.push({ kind: 'day', key: `${next} ${entry.id}`, words });
    }
    rows.push({ kind: 'entry', key: entry.id, entry, day: words, number: index + 1 });
  });
  return rows;
}

export function heightOf(row: HistoryRow | undefined): number {
  return row?.kind === 'day' ? DAY_HEIGHT : ROW_HEIGHT;
}

/** The first row that begins at least this many pixels from the top; null if there is none. */
export function rowAt(
  rows: readonly HistoryRow[],
  top: number,
): { readonly key: string; readonly offset: number } | null {
  let offset = 0;
  for (const row of rows) {
    if (offset >= top) return { key: row.key, offset };
    offset += heightOf(row);
  }
  return null;
}

/** Pixels from the top to a row; null if there is no such row. */
export function offsetOf(rows: readonly HistoryRow[], key: string): number | null {
  let offset = 0;
  for (const row of rows) {
    if (row.key === key) return offset;
    offset += heightOf(row);
  }
  return null;
}
