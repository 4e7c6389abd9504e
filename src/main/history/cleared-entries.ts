import { z } from 'zod';
import { ProblemError } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import {
  DatabaseError,
  questionMarks,
  type Database,
  type SqlValue,
  type Statement,
} from '../database/database';
import { deletingEntries, entriesToClear } from './delete-entries';
import type { HistoryStore } from './history-store';
import { releaseSpace } from './history-upkeep';
import { ENTRY_VALUE_COLUMNS, freePlace } from './put-entry';

/**
 * How many entries one transaction moves, each with its bodies; other requests to the database get their turn in
 * between.
 */
const MOVED_AT_ONCE = 100;

/** The result of clearing the history. */
export interface Cleared {
  readonly entries: number;
  /** False if the disk had no room to keep the entries for an undo: they are gone at once. */
  readonly canUndo: boolean;
}

/**
 * Entries that were cleared from the history and can be brought back for `UNDO_WINDOW_MS`. They stay in the same
 * encrypted database, in a table that nothing else reads, because they may not fit into memory. After that time they
 * are deleted, at the latest when the app ends, or at the next start after a crash.
 */
export class ClearedEntries {
  /**
   * Clears of this run that can still be undone. The value is undefined until all entries have been moved and the
   * timer starts.
   */
  private readonly open = new Map<string, NodeJS.Timeout | undefined>();

  constructor(
    private readonly database: Database,
    private readonly store: HistoryStore,
    private readonly report: (where: string, error: unknown) => void,
  ) {}

  /**
   * Clears all entries of a profile, or of all profiles if `profileId` is null.
   * @param clearId a UUID, for `undo`.
   */
  async clear(profileId: string | null, keepStarred: boolean, clearId: string): Promise<Cleared> {
    const { condition, values } = entriesToClear(profileId, keepStarred);
    this.stopTimer(clearId);
    let entries = 0;
    try {
      // `forgetAll` empties `open` when the app ends.
      while (this.open.has(clearId)) {
        const moved = await this.moveOut(clearId, condition, values);
        entries += moved;
        if (moved > 0 || !this.open.has(clearId)) continue;
        this.hold(clearId);
        return { entries, canUndo: true };
      }
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.trouble !== 'disk') {
        if (this.open.has(clearId)) this.hold(clearId);
        throw error;
      }
    }
    // Clearing has to work on a full disk too, because people clear a history to make room.
    await this.forget(clearId);
    return { entries: entries + (await this.store.clear(profileId, keepStarred)), canUndo: false };
  }

  /** Brings back what was cleared and returns the number of entries. Throws a `ProblemError` if it is too late. */
  async undo(clearId: string): Promise<number> {
    if (!this.open.has(clearId)) throw clearedForGood();
    // Must not time out half-way; if the undo fails, it can be tried again.
    this.stopTimer(clearId);
    let entries = 0;
    try {
      for (;;) {
        const moved = await this.moveBack(clearId);
        if (moved === 0) break;
        this.store.noteUnindexed(moved);
        entries += moved;
      }
    } catch (error) {
      if (this.open.has(clearId)) this.hold(clearId);
      throw error;
    }
    this.open.delete(clearId);
    return entries;
  }

  /**
   * Deletes entries from the history, and any older versions of them that a clear took away, so that an undo does not
   * bring those back.
   */
  async remove(ids: readonly string[]): Promise<void> {
    await this.store.remove(ids);
    const clears = [...this.open.keys()];
    if (clears.length === 0) return;
    for (let from = 0; from < ids.length; from += MOVED_AT_ONCE) {
      const some = ids.slice(from, from + MOVED_AT_ONCE);
      const sql = `DELETE FROM cleared_exchanges WHERE clear_id IN (${questionMarks(clears)}) AND id IN (${questionMarks(some)})`;
      await this.delete({ idempotent: true, sql, values: [...clears, ...some] });
    }
  }

  /** Deletes everything that was cleared, even if it could still be undone. */
  async forgetAll(): Promise<void> {
    for (const timer of this.open.values()) clearTimeout(timer);
    this.open.clear();
    // If nothing has opened the database, nothing was cleared in this run.
    if (this.database.state.kind === 'closed') return;
    await this.delete({ idempotent: true, sql: 'DELETE FROM cleared_exchanges' });
  }

  /** Deletes what an earlier run left behind. */
  async forgetLeftovers(): Promise<void> {
    const left = await this.database.query(
      { sql: 'SELECT DISTINCT clear_id FROM cleared_exchanges' },
      z.object({ clear_id: z.string() }),
    );
    for (const { clear_id: clearId } of left) if (!this.open.has(clearId)) await this.forget(clearId);
  }

  /** Stops the clock of a clear that can be undone. */
  private stopTimer(clearId: string): void {
    clearTimeout(this.open.get(clearId));
    this.open.set(clearId, undefined);
  }

  /** Starts the clock of a clear that can be undone. */
  private hold(clearId: string): void {
    clearTimeout(this.open.get(clearId));
    const forget = (): void =>
      void this.forget(clearId).catch((error: unknown) => this.report('history', error));
    this.open.set(clearId, setTimeout(forget, UNDO_WINDOW_MS).unref());
  }

  private async forget(clearId: string): Promise<void> {
    clearTimeout(this.open.get(clearId));
    this.open.delete(clearId);
    const sql = 'DELETE FROM cleared_exchanges WHERE clear_id = ?';
    await this.delete({ idempotent: true, sql, values: [clearId] });
  }

  private async delete(statement: Statement): Promise<void> {
    const { changedRows } = await this.database.execute(statement);
    if (changedRows > 0) await releaseSpace(this.database);
  }

  /**
   * An entry that is written again during the clear (because its answer arrived) replaces its earlier version and
   * keeps the person's notes.
   */
  private async moveOut(clearId: string, condition: string, values: readonly SqlValue[]): Promise<number> {
    // If an entry was cleared twice, its older version must not replace the newer one, whichever clear is undone
    // first.
    const clears = [...this.open.keys()];
    const seqs = `SELECT seq FROM exchanges WHERE ${condition} ORDER BY seq LIMIT ${MOVED_AT_ONCE}`;
    const changes = await this.database.transaction([
      ...restoreMarks(clears, `entry.seq IN (${seqs})`, values),
      {
        sql: `DELETE FROM cleared_exchanges WHERE clear_id IN (${questionMarks(clears)})
          AND id IN (SELECT id FROM exchanges WHERE seq IN (${seqs}))`,
        values: [...clears, ...values],
      },
      {
        sql: `INSERT OR REPLACE INTO cleared_exchanges (clear_id, ${ENTRY_VALUE_COLUMNS}, record, request_body, response_body)
          SELECT ?, ${ENTRY_VALUE_COLUMNS}, record, request_body, response_body
          FROM exchanges LEFT JOIN exchange_contents USING (seq) WHERE seq IN (${seqs})`,
        values: [clearId, ...values],
      },
      ...deletingEntries(seqs, values),
    ]);
    return changes.at(-1)?.changedRows ?? 0;
  }

  /**
   * An entry that was written again in the meantime (because its answer arrived) stays as it is now and gets back the
   * person's notes.
   */
  private async moveBack(clearId: string): Promise<number> {
    const ids = await this.database.query(
      {
        sql: `SELECT id FROM cleared_exchanges WHERE clear_id = ? ORDER BY seq DESC LIMIT ${MOVED_AT_ONCE}`,
        values: [clearId],
      },
      z.object({ id: z.string() }).transform(({ id }) => id),
    );
    if (ids.length === 0) return 0;
    const some = questionMarks(ids);
    const values = [clearId, ...ids];
    const changes = await this.database.transaction([
      ...restoreMarks([clearId], `cleared.id IN (${some})`, ids),
      {
        sql: `INSERT OR IGNORE INTO exchanges (${ENTRY_VALUE_COLUMNS})
          SELECT ${ENTRY_VALUE_COLUMNS.replace('seq', freePlace('cleared.seq'))}
          FROM cleared_exchanges cleared WHERE clear_id = ? AND id IN (${some})`,
        values,
      },
      {
        sql: `INSERT OR IGNORE INTO exchange_contents (seq, record, request_body, response_body)
          SELECT entry.seq, cleared.record, cleared.request_body, cleared.response_body
          FROM cleared_exchanges cleared JOIN exchanges entry ON entry.id = cleared.id
          WHERE clear_id = ? AND cleared.record IS NOT NULL AND cleared.id IN (${some})`,
        values,
      },
      {
        sql: `DELETE FROM cleared_exchanges AS cleared WHERE clear_id = ? AND id IN (${some})
          AND EXISTS (SELECT 1 FROM exchanges entry WHERE entry.id = cleared.id)`,
        values,
      },
    ]);
    return changes.at(-1)?.changedRows ?? 0;
  }
}

/**
 * Gives an existing entry the star, note and noted outcome of its cleared version. These can be searched for, so the
 * entry is indexed again.
 * @param which SQL that selects the entries: only those being moved, as there may be thousands.
 */
function restoreMarks(
  clears: readonly string[],
  which: string,
  valuesOfWhich: readonly SqlValue[],
): readonly Statement[] {
  const lacking = `cleared.clear_id IN (${questionMarks(clears)}) AND cleared.id = entry.id AND ${which} AND (entry.starred < cleared.starred
    OR (entry.note = '' AND cleared.note <> '')
    OR (entry.noted_outcome IS NULL AND cleared.noted_outcome IS NOT NULL))`;
  const values = [...clears, ...valuesOfWhich];
  return [
    {
      sql: `DELETE FROM exchange_words
        WHERE rowid IN (SELECT entry.seq FROM cleared_exchanges cleared, exchanges entry WHERE ${lacking})`,
      values,
    },
    {
      sql: `UPDATE exchanges AS entry SET starred = max(entry.starred, cleared.starred),
          note = iif(entry.note = '', cleared.note, entry.note),
          noted_outcome = coalesce(entry.noted_outcome, cleared.noted_outcome)
        FROM cleared_exchanges cleared WHERE ${lacking}`,
      values,
    },
  ];
}

function clearedForGood(): ProblemError {
  return new ProblemError({
    code: 'nothing-to-undo',
    title: 'These requests can no longer be restored',
    meaning: 'They were cleared too long ago, or they were restored already.',
    nextStep: 'Nothing else was changed.',
    detail: null,
  });
}
