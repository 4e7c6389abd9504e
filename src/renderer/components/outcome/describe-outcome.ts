import type { HistoryEntry } from '@shared/history/history';
import type { NotedOutcome } from '@shared/history/noted-outcome';

/** What a person noted of how an exchange ended. */
export interface OutcomeNote {
  readonly outcome: NotedOutcome | null;
  readonly note: string;
}

export const NOTHING_NOTED: OutcomeNote = { outcome: null, note: '' };

export function outcomeNoteOf({
  notedOutcome,
  note,
}: Pick<HistoryEntry, 'notedOutcome' | 'note'>): OutcomeNote {
  return { outcome: notedOutcome, note };
}
