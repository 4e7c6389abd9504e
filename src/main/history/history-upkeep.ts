import { z } from 'zod';
import type { Database } from '../database/database';

/** Pages given back to the disk in one step, which takes a few ms. */
const PAGES_GIVEN_AT_ONCE = 1_000;
/** A search looks into every segment for every word: with 28 segments it took three times as long as with 10. */
const MAX_SEGMENTS = 8;
/** Pages written by one step of the merge, which takes a ms or two. */
const PAGES_MERGED_AT_ONCE = 16;

/** Gives free pages back to the disk, a few at a time. */
export async function releaseSpace(database: Database): Promise<void> {
  const freePages = (): Promise<number> =>
    numberOf(database, 'SELECT freelist_count AS number FROM pragma_freelist_count');
  for (;;) {
    const before = await freePages();
    await database.query({ sql: `PRAGMA incremental_vacuum(${PAGES_GIVEN_AT_ONCE})` }, z.unknown());
    if ((await freePages()) >= before) return;
  }
}

/**
 * Merges the segments of the search index until few are left. Every write adds one, FTS5 by itself leaves dozens, and
 * a search through a long history looks into each of them in every shard. Continues where it was stopped.
 */
export async function mergeIndex(database: Database, isStopped: () => boolean): Promise<void> {
  if ((await numberOf(database, SEGMENTS)) <= MAX_SEGMENTS) return;
  await database.execute(asksIndexTo('usermerge', 2));
  // If a step had something to do, FTS5 reports more changes than the one row of the command.
  const changes = (): Promise<number> => numberOf(database, 'SELECT total_changes() AS number');
  for (let before = await changes(); !isStopped();) {
    await database.execute(asksIndexTo('merge', PAGES_MERGED_AT_ONCE));
    const after = await changes();
    if (after - before < 2) return;
    before = after;
  }
}

/** Steps from each segment's id to the next instead of counting the pages, of which a segment may have thousands. */
const SEGMENTS = `WITH RECURSIVE segments (id) AS (
    SELECT min(segid) FROM exchange_words_idx
    UNION ALL SELECT (SELECT min(segid) FROM exchange_words_idx WHERE segid > segments.id) FROM segments WHERE id IS NOT NULL
  ) SELECT count(id) AS number FROM segments`;

function asksIndexTo(command: 'merge' | 'usermerge', value: number): Parameters<Database['execute']>[0] {
  return {
    sql: 'INSERT INTO exchange_words (exchange_words, rank) VALUES (?, ?)',
    values: [command, value],
    idempotent: true,
  };
}

async function numberOf(database: Database, sql: string): Promise<number> {
  const [row] = await database.query({ sql }, z.object({ number: z.number() }));
  return row?.number ?? 0;
}
