import { z } from 'zod';
import type { Retention } from '@shared/history/history';
import { questionMarks, type Database, type SqlValue, type Statement } from '../database/database';
import { releaseSpace } from './history-upkeep';

const DAY_MS = 86_400_000;
/** How many entries one transaction deletes; other requests to the database get their turn in between. */
const DELETED_AT_ONCE = 200;

/** How much the history holds. `bytes` counts the packed contents. */
export interface HistorySize {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Statements that delete entries with their words and contents; the last one changes one row per entry.
 * @param seqs a query that returns the entries' places.
 */
export function deletingEntries(seqs: string, values: readonly SqlValue[]): readonly Statement[] {
  return [
    { sql: `DELETE FROM exchange_words WHERE rowid IN (${seqs})`, values },
    { sql: `DELETE FROM exchange_contents WHERE seq IN (${seqs})`, values },
    { sql: `DELETE FROM exchanges WHERE seq IN (${seqs})`, values },
  ];
}

export async function removeEntries(database: Database, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE) {
    const some = ids.slice(from, from + DELETED_AT_ONCE);
    await deleteSome(database, `id IN (${questionMarks(some)})`, some);
  }
  await releaseSpace(database);
}

/** Which entries a clear takes away: those of a profile, or of all of them if it is null. */
export function entriesToClear(
  profileId: string | null,
  keepStarred: boolean,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  const ofProfile = profileId === null ? '1' : 'profile_id = ?';
  return {
    condition: `${ofProfile} AND ${keepStarred ? 'starred = 0' : '1'}`,
    values: profileId === null ? [] : [profileId],
  };
}

/** Deletes all entries of a profile, or all entries. Returns their number. */
export async function clearEntries(
  database: Database,
  profileId: string | null,
  keepStarred: boolean,
): Promise<number> {
  const { condition, values } = entriesToClear(profileId, keepStarred);
  const removed = await deleteAll(database, condition, values);
  await releaseSpace(database);
  return removed;
}

/** Deletes the oldest entries beyond the retention, but never a starred one. Returns their number. */
export async function trimEntries(
  database: Database,
  { mostEntries, mostDays, mostMegabytes }: Retention,
  now: Date,
): Promise<number> {
  let removed = 0;
  if (mostDays !== null) {
    const oldest = now.getTime() - mostDays * DAY_MS;
    // Once the clock was ahead, all later entries have places in the future, as these never go back; theirs is the
    // date that counts.
    removed += await deleteAll(database, '(seq < ? OR (seq > ? AND started_at < ?)) AND starred = 0', [
      oldest,
      now.getTime(),
      new Date(oldest).toISOString(),
    ]);
  }
  for (;;) {
    // Starred entries always stay; if they counted, many of them would push out all the others.
    const { entries, bytes } = await sizeOf(database, 'starred = 0');
    const tooMany = Math.max(0, entries - mostEntries);
    const isTooLarge = bytes > mostMegabytes * 1_000_000;
    if (tooMany === 0 && !isTooLarge) break;
    const count = Math.min(DELETED_AT_ONCE, Math.max(tooMany, isTooLarge ? 20 : 0));
    const gone = await deleteSome(database, 'starred = 0 ORDER BY seq LIMIT ?', [count]);
    if (gone === 0) break;
    removed += gone;
  }
  if (removed > 0) await releaseSpace(database);
  return removed;
}

/** @param condition SQL on the facet columns. */
export async function sizeOf(database: Database, condition = '1'): Promise<HistorySize> {
  const [row] = await database.query(
    {
      sql: `SELECT coalesce(sum(entries), 0) AS entries, coalesce(sum(bytes), 0) AS bytes
        FROM derived_facets WHERE ${condition}`,
    },
    z.object({ entries: z.number(), bytes: z.number() }),
  );
  return row ?? { entries: 0, bytes: 0 };
}

async function deleteAll(
  database: Database,
  condition: string,
  values: readonly SqlValue[],
): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await deleteSome(database, `${condition} LIMIT ${DELETED_AT_ONCE}`, values);
    if (gone === 0) return removed;
    removed += gone;
  }
}

async function deleteSome(database: Database, which: string, values: readonly SqlValue[]): Promise<number> {
  const changes = await database.transaction(
    deletingEntries(`SELECT seq FROM exchanges WHERE ${which}`, values),
  );
  return changes.at(-1)?.changedRows ?? 0;
}
