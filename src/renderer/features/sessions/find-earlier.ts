import type { EntrySummary } from '@shared/history/entry-summary';
import { EMPTY_HISTORY_QUERY, type HistoryEntry, type HistoryMatch } from '@shared/history/history';
import { failureOf } from '@shared/history/session-line';
import { operationModule } from '@shared/operations/registry';
import { withoutBidiControls } from '@shared/text/bidi-controls';
import { isUuid } from '@shared/text/uuid';
import { STATE_LABELS } from '@renderer/components/session/session-state';
import { failureInList } from '@renderer/components/session/state-of-failure';

/** A look-up in the history, and where the search found the words. */
export interface EarlierLookUp {
  readonly sessionId: string;
  readonly title: string;
  readonly entry: HistoryEntry;
  readonly match: HistoryMatch | null;
}

/** The buyer, or, as in Recent, why there is none. */
export function titleOfEarlier({
  summary,
  status,
  outcome,
}: {
  readonly summary: Partial<Pick<EntrySummary, 'who' | 'isForeign'>> | null;
} & Pick<HistoryEntry, 'status' | 'outcome'>): string {
  if (summary?.who != null) return withoutBidiControls(summary.who);
  if (outcome === 'cancelled') return STATE_LABELS.cancelled.word;
  if (outcome !== 'answered' || status === null)
    return failureInList({ outcome: 'failed', status: null, isForeign: false }).word;
  return status === 200
    ? 'No buyer name'
    : failureInList(failureOf(status, summary?.isForeign ?? false)).word;
}

const LIMIT = 50;
/** After all others: the search knows that it has the words, not where. */
const UNKNOWN_RANK = 100;

/**
 * The look-ups of a profile whose answers contain these words, the newest of each session: those that come nearest to
 * what was typed first, then the newest. Null if there is no answer, for example because a newer search has replaced
 * this one.
 */
export async function findEarlier(text: string, profileId: string): Promise<readonly EarlierLookUp[] | null> {
  const wanted = text.slice(0, 1_000);
  const answer = await window.explorer.searchHistory({
    query: {
      ...EMPTY_HISTORY_QUERY,
      text: wanted,
      operations: ['get_checkout_session'],
      profileIds: [profileId],
    },
    before: null,
    limit: LIMIT,
    asker: 'find-session',
  });
  if (!answer.ok || answer.value === null) return null;
  const newest = new Map<string, HistoryEntry>();
  for (const entry of answer.value.entries) {
    const sessionId = operationModule(entry.operation).subject(entry.url, entry.destination, entry.method);
    if (isUuid(sessionId) && !newest.has(sessionId)) newest.set(sessionId, entry);
  }
  const ids = [...newest.values()].map(({ id }) => id);
  const matches = ids.length === 0 ? null : await window.explorer.findHistoryMatches({ ids, text: wanted });
  const found = [...newest].map(([sessionId, entry]) => ({
    sessionId,
    title: titleOfEarlier(entry),
    entry,
    match: matches?.ok ? (matches.value[entry.id] ?? null) : null,
  }));
  const rankOf = ({ match }: EarlierLookUp): number => match?.rank ?? UNKNOWN_RANK;
  // What ranks the same stays in the history's order.
  return [...withWholeText(found, wanted)].sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * The history finds `ORD-2026-000123` by its three words, also where they are apart. If some have it as it was typed,
 * the others are not meant. Words with spaces between them are meant in any order.
 */
function withWholeText(found: readonly EarlierLookUp[], text: string): readonly EarlierLookUp[] {
  if (/\s/.test(text)) return found;
  const whole = found.filter(({ match }) => match?.match.toLowerCase() === text.toLowerCase());
  return whole.length > 0 ? whole : found;
}
