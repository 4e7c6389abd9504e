import type { Exchange } from '@shared/http/exchange';
import type { HistoryEntry } from '@shared/history/history';
import type { NotedOutcome } from '@shared/history/noted-outcome';
import type { Problem } from '@shared/problem';
import type { SuggestedAction } from '../ActionList.vue';

/** What a person noted about how an exchange ended. */
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

/** The problem when nothing can be noted about an exchange. */
export function notInHistory(title: string): Problem {
  return {
    code: 'not-in-history',
    title,
    meaning: 'This request is not in the history: it was deleted, or could not be written.',
    nextStep: 'Write down somewhere else what you found out.',
    detail: null,
  };
}

/**
 * The first step for an answer that does not say how the request ended; without an answer, the problem's words say it.
 */
export function beforeSentAgain({ outcome, response }: Exchange): readonly SuggestedAction[] {
  if (outcome.kind !== 'answered' || response === null) return [];
  const words = `It may still have been carried out: a ${response.status} does not rule that out. Find out before you send it again.`;
  return [{ icon: 'warning', words, button: null }];
}
