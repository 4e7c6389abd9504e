import { z } from 'zod';
import type { Database } from '../database/database';

/** Of the disk's pages that are given back: some ms. */
const PAGES_GIVEN_AT_ONCE = 1_000;
/** Each is looked into for each word of a question: of 28, that took three times as long as of 10. */
const MAX_SEGMENTS = 8;
/** Pages that one step of the merge writes: a ms or two. */
const PAGES_MERGED_AT_ONCE = 16;

/** Pages that are free go back to the disk, some at a time. */
export async function giveBackSpace(database: Database): Promise<void> {
  const freePages = (): Promise<number> =>
    numberOf(database, 'SELECT freelist_count AS number FROM pragma_freelist_count');
  for (;;) {
    const before = await freePages();
    await database.query({ sql: `PRAGMA incremental_vacuum(${PAGES_GIVEN_AT_ONCE})` }, z.unknown());
    if ((await freePages()) >= before) return;
  }
}

/**
 * Merges the segments of the index, of which every write adds one, until few are left: by itself FTS5 leaves some dozens,
 * and a search through a long history looks into each of them in every shard. Goes on where it was stopped.
 */
export async function mergeIndex(database: Database, isStopped: () => boolean): Promise<void> {
  if ((await numberOf(database, SEGMENTS)) <= MAX_SEGMENTS) return;
  await database.execute(asksIndexTo('usermerge', 2));
  // FTS5 says of a step that had something to do that it changed more than the one row in which it was asked for.
  const changes = (): Promise<number> => numberOf(database, 'SELECT total_changes() AS number');
  for (let before = await changes(); !isStopped();) {
    await database.execute(asksIndexTo('merge', PAGES_MERGED_AT_ONCE));
    const after = await changes();
    if (after - before < 2) return;
    before = after;
  }
}

/** From each segment's id to the next one: one that has thousands of pages is not counted page by page. */
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
