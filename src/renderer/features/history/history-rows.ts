import type { HistoryEntry } from '../../../shared/history';
import { dayKey, dayWords } from './history-words';

/** What the list shows: a heading for each day, and the day's exchanges. */
export type HistoryRow =
  | { readonly kind: 'day'; readonly key: string; readonly words: string }
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly entry: HistoryEntry;
      /** `Today`, `Saturday, 21 November 2026`. */
      readonly day: string;
      /** From 1. */
      readonly number: number;
    };

export const ROW_HEIGHT = 44;
export const DAY_HEIGHT = 28;

export function historyRows(entries: readonly HistoryEntry[], now: Date): HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  let words = '';
  entries.forEach((entry, index) => {
    const next = dayKey(entry.startedAt);
    if (next !== day) {
      day = next;
      words = dayWords(entry.startedAt, now);
      // A day may come twice when a clock was set back.
      rows.push({ kind: 'day', key: `${next} ${entry.id}`, words });
    }
    rows.push({ kind: 'entry', key: entry.id, entry, day: words, number: index + 1 });
  });
  return rows;
}
