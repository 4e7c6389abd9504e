import { isReadable, type ListedEntry } from './entry-rows';
import { ignoreUnreadable, type HistoryStore } from './history-store';
import { hasIds } from './indexed-words';

/** A body may be of 16 MB: they are not all in memory at once. */
const READ_AT_ONCE = 8;

type Store = Pick<HistoryStore, 'read'>;

/**
 * Those matches of the UUIDs' parts that have each of them whole. The index keeps no order of words, so that an exchange
 * is read for it, unless its line has them: a session has its UUID in its address.
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

/** True also where it cannot be told. */
async function mayHave(ids: readonly string[], match: ListedEntry, store: Store): Promise<boolean> {
  if (!isReadable(match) || hasIds(ids, match, null)) return true;
  const kept = await store.read(match.place).catch(ignoreUnreadable);
  return kept === null || hasIds(ids, match, kept);
}
