import type { HistoryEntry, NotedOutcome } from '@shared/history/history';

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
