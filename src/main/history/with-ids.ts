import { isReadable, type ListedEntry } from './entry-rows';
import { ignoreUnreadable, type HistoryStore } from './history-store';
import { hasIds } from './indexed-words';

/** A body may be 16 MB, so they are not all read at once. */
const READ_AT_ONCE = 8;

type Store = Pick<HistoryStore, 'read'>;

/**
 * The matches that contain each UUID as a whole, out of those that contain its parts. The index keeps no order of
 * words, so each exchange is read, unless its row already has the UUIDs: that of a session is in its address.
 */
export async function withIds(
  ids: readonly string[],
  matches: readonly ListedEntry[],
  store: Store,
): Promise<ListedEntry[]> {
  const having: ListedEntry[] = [];
  for (let from = 0; from < matches.length; from += READ_AT_ONCE) {
    const some = matches.slice(from, from + READ_AT_ONCE);
    const has = await Promise.all(some.map((match) => mayHave(ids, match, store)));
    having.push(...some.filter((_, at) => has[at]));
  }
  return having;
}

/** Also true if it cannot be determined. */
async function mayHave(ids: readonly string[], match: ListedEntry, store: Store): Promise<boolean> {
  if (!isReadable(match) || hasIds(ids, match, null)) return true;
  const kept = await store.read(match.place).catch(ignoreUnreadable);
  return kept === null || hasIds(ids, match, kept);
}
