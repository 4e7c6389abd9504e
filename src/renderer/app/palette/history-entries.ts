import type { Router } from 'vue-router';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { timeSince } from '@shared/text/format-time';
import { endOf, idOf, notesOf, stateOf, titleOf } from '../../features/history/describe-entry';
import { shortenMiddle } from '../../tools/shorten-middle';
import type { Entry } from './entry';

/** The number shown: all others stay in main. */
const LIMIT = 5;
/** A single letter is in nearly every exchange. */
const MIN_LETTERS = 2;

/** Searches main's full text index. Null when a newer search was started meanwhile, or there is no answer. */
export async function searchHistory(typed: string): Promise<readonly HistoryEntry[] | null> {
  const text = typed.trim();
  if (text.length < MIN_LETTERS) return [];
  const answer = await window.explorer.searchHistory({
    query: { ...EMPTY_HISTORY_QUERY, text: text.slice(0, 1_000) },
    before: null,
    limit: LIMIT,
    asker: 'palette',
  });
  return answer.ok ? (answer.value?.entries ?? null) : [];
}

/** Described as in History's list, so that it is clear why they match. */
export function historyEntries(
  found: readonly HistoryEntry[],
  router: Router,
  now: Date,
  serviceTime: (profileId: string, ours: Date) => Date,
): readonly Entry[] {
  return found.map((entry) => {
    const then = serviceTime(entry.profile.id, now);
    const { icon, tone } = stateOf(entry, then);
    const id = idOf(entry);
    return {
      key: null,
      group: 'History',
      icon,
      ...(tone === 'neutral' ? {} : { tone }),
      words: titleOf(entry, then),
      note: [endOf(entry), id === null ? null : shortenMiddle(id), ...notesOf(entry), entry.profile.name]
        .filter((part) => part !== null)
        .join(' · '),
      kind: `History, ${timeSince(new Date(entry.startedAt), now)}`,
      id: entry.id,
      run: () => router.push({ name: 'history', params: { exchangeId: entry.id } }),
    };
  });
}
