import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { BuyerItem, QueryParameter } from '@shared/bridge/buyers';
import type { Database, Migration, Statement } from '../database/database';

/** The tables of kept rows, for the database's list of migrations. */
export const keptRowsMigration: Migration = {
  name: 'rows of stopped loads of buyers',
  sql: `
    CREATE TABLE buyer_loads (
      id TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      parameters TEXT NOT NULL
    );
    CREATE TABLE buyer_load_rows (
      id TEXT PRIMARY KEY,
      load_id TEXT NOT NULL REFERENCES buyer_loads (id) ON DELETE CASCADE,
      first_row INTEGER NOT NULL,
      row_count INTEGER NOT NULL,
      items TEXT NOT NULL
    );
    CREATE INDEX buyer_load_rows_in_order ON buyer_load_rows (load_id, first_row);`,
};

/** Rows of one statement: as one text, those of two seconds took 100 MB on their way into the file. */
const MAX_ROWS_AT_ONCE = 2_000;

const item = z.object({ text: z.string(), worst: z.enum(['error', 'warning', 'note']).nullable() });
const items = z.array(item);
const parameters = z.array(z.tuple([z.string(), z.string()]));
const batchPlace = z.object({ id: z.string(), firstRow: z.number(), rowCount: z.number() });

/** Rows of a load that came before this run of the app. `firstRow` counts from 0. */
export interface KeptBatch {
  readonly firstRow: number;
  readonly items: readonly BuyerItem[];
}

/**
 * The rows of loads that did not come to their end, in the encrypted database and nowhere else, so that resuming after a
 * restart brings them back. They are forgotten when the load is complete or discarded.
 */
export class KeptRows {
  constructor(private readonly database: Database) {}

  /** Takes the place of what the profile had before. */
  async begin(loadId: string, profileId: string, query: readonly QueryParameter[]): Promise<void> {
    if (!(await this.isEncryptedFile())) return;
    await this.database.transaction([
      // A profile has one load. One of its others may have been discarded while the file could not be opened.
      ...forgetting('profile_id = ?', profileId),
      {
        sql: 'INSERT INTO buyer_loads (id, profile_id, parameters) VALUES (?, ?, ?)',
        values: [loadId, profileId, JSON.stringify(query)],
      },
    ]);
  }

  async add(loadId: string, firstRow: number, batch: readonly BuyerItem[]): Promise<void> {
    if (batch.length === 0 || !(await this.isEncryptedFile())) return;
    for (let at = 0; at < batch.length; at += MAX_ROWS_AT_ONCE)
      await this.addSome(loadId, firstRow + at, batch.slice(at, at + MAX_ROWS_AT_ONCE));
  }

  private async addSome(loadId: string, firstRow: number, batch: readonly BuyerItem[]): Promise<void> {
    await this.database.execute({
      // A load that was begun while the database lay in memory has no row of its own, and keeps no rows either.
      sql: `INSERT INTO buyer_load_rows (id, load_id, first_row, row_count, items)
            SELECT ?, id, ?, ?, ? FROM buyer_loads WHERE id = ?`,
      values: [randomUUID(), firstRow, batch.length, JSON.stringify(batch), loadId],
    });
  }

  /** The free query parameters of a load; null when they were not kept. */
  async parametersOf(loadId: string): Promise<readonly QueryParameter[] | null> {
    if (!(await this.isEncryptedFile())) return null;
    const rows = await this.database.query(
      { sql: 'SELECT parameters FROM buyer_loads WHERE id = ?', values: [loadId] },
      z.object({ parameters: z.string() }),
    );
    return rows[0] ? parameters.parse(JSON.parse(rows[0].parameters)) : null;
  }

  /** True when every row before `rows` is there. */
  async has(loadId: string, rows: number): Promise<boolean> {
    if (!(await this.isEncryptedFile())) return false;
    let reached = 0;
    for (const { firstRow, rowCount } of await this.places(loadId)) {
      if (firstRow !== reached) break;
      reached += rowCount;
    }
    return reached >= rows;
  }

  /** The rows before `rows`, batch by batch. Those behind, of which no cursor was kept, are forgotten. */
  async *read(loadId: string, rows: number): AsyncGenerator<KeptBatch, void, undefined> {
    const { database } = this;
    for (const { id, firstRow } of await this.places(loadId)) {
      if (firstRow >= rows) {
        await database.execute({ sql: 'DELETE FROM buyer_load_rows WHERE id = ?', values: [id] });
        continue;
      }
      const found = await database.query(
        { sql: 'SELECT items FROM buyer_load_rows WHERE id = ?', values: [id] },
        z.object({ items: z.string() }),
      );
      if (!found[0]) throw new Error('a kept batch of rows is gone');
      yield { firstRow, items: items.parse(JSON.parse(found[0].items)) };
    }
  }

  async forget(loadId: string): Promise<void> {
    if (!(await this.isEncryptedFile())) return;
    await this.database.transaction(forgetting('id = ?', loadId));
  }

  /** False when the database lies in memory only (no keychain): rows would be held there twice, and for nothing. */
  private async isEncryptedFile(): Promise<boolean> {
    // It is opened by the first call.
    if (this.database.state.kind === 'closed') await this.database.query({ sql: 'SELECT 1' }, z.unknown());
    return this.database.state.kind === 'open';
  }

  private places(loadId: string): Promise<z.infer<typeof batchPlace>[]> {
    return this.database.query(
      {
        sql: `SELECT id, first_row AS firstRow, row_count AS rowCount FROM buyer_load_rows
              WHERE load_id = ? ORDER BY first_row`,
        values: [loadId],
      },
      batchPlace,
    );
  }
}

function forgetting(which: 'id = ?' | 'profile_id = ?', value: string): Statement[] {
  return [
    {
      sql: `DELETE FROM buyer_load_rows WHERE load_id IN (SELECT id FROM buyer_loads WHERE ${which})`,
      values: [value],
    },
    { sql: `DELETE FROM buyer_loads WHERE ${which}`, values: [value] },
  ];
}
