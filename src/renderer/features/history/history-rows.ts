import type { HistoryEntry } from '../../../shared/history';
import { dayKey, dayWords } from './history-words';

/** What the list shows: a heading for each day, and the day's exchanges. */
export type HistoryRow =
  | { readonly kind: 'day'; readonly key: string; readonly words: string }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: HistoryEntry; readonly number: number };

export const ROW_HEIGHT = 44;
export const DAY_HEIGHT = 28;

/** `number` counts the entries from 1. */
export function historyRows(entries: readonly HistoryEntry[], now: Date): HistoryRow[] {
  const rows: HistoryRow[] = [];
  let day = '';
  entries.forEach((entry, index) => {
    const next = dayKey(entry.startedAt);
    if (next !== day) {
      day = next;
      // A day may come twice when a clock was set back.
      rows.push({ kind: 'day', key: `${next} ${entry.id}`, words: dayWords(entry.startedAt, now) });
    }
    rows.push({ kind: 'entry', key: entry.id, entry, number: index + 1 });
  });
  return rows;
}
