import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { QueryParameter } from '@shared/bridge/buyers';
import { joinItems, packItems, type PackedItems } from '@shared/bridge/packed-items';
import type { Database, Migration, Statement } from '../database/database';
import { deflate } from './compression';

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

/**
 * `items` used to be JSON text. Now it is the bytes of the items, because text is copied four times on its way there.
 */
export const packedRowsMigration: Migration = {
  name: 'rows of stopped loads of buyers as bytes',
  sql: `
    ALTER TABLE buyer_load_rows ADD COLUMN ends BLOB;
    ALTER TABLE buyer_load_rows ADD COLUMN worst TEXT;`,
};

/** The bytes used to be the items themselves. Now they are compressed, in parts. */
export const compressedRowsMigration: Migration = {
  name: 'rows of stopped loads of buyers compressed',
  sql: 'ALTER TABLE buyer_load_rows ADD COLUMN parts BLOB',
};

/**
 * Most rows in one statement, unless a single page has more: with the rows of two seconds, 100 MB would be on their
 * way at once.
 */
const MAX_ROWS_AT_ONCE = 2_000;

const severity = z.enum(['error', 'warning', 'note']).nullable();
const severities = z.array(severity);
const writtenItems = z.array(z.object({ text: z.string(), worst: severity }));
const packed = z.object({
  items: z.instanceof(Uint8Array),
  ends: z.instanceof(Uint8Array),
  parts: z.instanceof(Uint8Array).nullable(),
  worst: z.string().nullable(),
});
const keptItems = z.union([packed, z.object({ items: z.string() })]);
const parameters = z.array(z.tuple([z.string(), z.string()]));
const batchPlace = z.object({ id: z.string(), firstRow: z.number(), rowCount: z.number() });

/** Rows of a load that an earlier run of the app fetched. `firstRow` counts from 0. */
export interface KeptBatch {
  readonly firstRow: number;
  readonly items: PackedItems;
}

/** Rows of consecutive pages. */
export interface UnkeptRows {
  readonly firstRow: number;
  readonly pages: readonly PackedItems[];
}

/**
 * The rows of unfinished loads, kept in the encrypted database and nowhere else, so that they come back when a load is
 * resumed after a restart. They are deleted when the load is complete or discarded.
 */
export class KeptRows {
  constructor(private readonly database: Database) {}

  /** Replaces the profile's previous load. */
  async begin(loadId: string, profileId: string, query: readonly QueryParameter[]): Promise<void> {
    if (!(await this.isEncryptedFile())) return;
    await this.database.transaction([
      // A profile has one load. An earlier one may have been discarded while the file could not be opened.
      ...forgetting('profile_id = ?', profileId),
      {
        sql: 'INSERT INTO buyer_loads (id, profile_id, parameters) VALUES (?, ?, ?)',
        values: [loadId, profileId, JSON.stringify(query)],
      },
    ]);
  }

  async add(loadId: string, firstRow: number, pages: readonly PackedItems[]): Promise<void> {
    if (pages.length === 0 || !(await this.isEncryptedFile())) return;
    let [first, some, count]: [number, PackedItems[], number] = [firstRow, [], 0];
    for (const [index, page] of pages.entries()) {
      some.push(page);
      count += page.count;
      if (count < MAX_ROWS_AT_ONCE && index < pages.length - 1) continue;
      await this.addSome(loadId, first, joinItems(some));
      [first, some, count] = [first + count, [], 0];
    }
  }

  private async addSome(
    loadId: string,
    firstRow: number,
    { count, bytes, ends, parts, worst }: PackedItems,
  ): Promise<void> {
    if (count === 0) return;
    await this.database.execute({
      // A load that began while the database was in memory has no row in buyer_loads, so it keeps no rows either.
      sql: `INSERT INTO buyer_load_rows (id, load_id, first_row, row_count, items, ends, parts, worst)
            SELECT ?, id, ?, ?, ?, ?, ?, ? FROM buyer_loads WHERE id = ?`,
      values: [
        randomUUID(),
        firstRow,
        count,
        bytes,
        bytesOf(ends),
        bytesOf(parts),
        worst && JSON.stringify(worst),
        loadId,
      ],
    });
  }

  /** The free query parameters of a load; null if they were not kept. */
  async parametersOf(loadId: string): Promise<readonly QueryParameter[] | null> {
    if (!(await this.isEncryptedFile())) return null;
    const rows = await this.database.query(
      { sql: 'SELECT parameters FROM buyer_loads WHERE id = ?', values: [loadId] },
      z.object({ parameters: z.string() }),
    );
    return rows[0] ? parameters.parse(JSON.parse(rows[0].parameters)) : null;
  }

  /** True if all rows before `rows` are there. */
  async has(loadId: string, rows: number): Promise<boolean> {
    if (!(await this.isEncryptedFile())) return false;
    let reached = 0;
    for (const { firstRow, rowCount } of await this.places(loadId)) {
      if (firstRow !== reached) break;
      reached += rowCount;
    }
    return reached >= rows;
  }

  /** The rows before `rows`, batch by batch. Later rows, for which no cursor was kept, are deleted. */
  async *read(loadId: string, rows: number): AsyncGenerator<KeptBatch, void, undefined> {
    const { database } = this;
    for (const { id, firstRow } of await this.places(loadId)) {
      if (firstRow >= rows) {
        await database.execute({ sql: 'DELETE FROM buyer_load_rows WHERE id = ?', values: [id] });
        continue;
      }
      const found = await database.query(
        { sql: 'SELECT items, ends, parts, worst FROM buyer_load_rows WHERE id = ?', values: [id] },
        keptItems,
      );
      if (!found[0]) throw new Error('a kept batch of rows is gone');
      yield { firstRow, items: unpacked(found[0]) };
    }
  }

  async forget(loadId: string): Promise<void> {
    if (!(await this.isEncryptedFile())) return;
    await this.database.transaction(forgetting('id = ?', loadId));
  }

  /** False while the database is only in memory (no keychain): it would hold the rows a second time for nothing. */
  private async isEncryptedFile(): Promise<boolean> {
    // The first query opens the database.
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

function unpacked(kept: z.infer<typeof keptItems>): PackedItems {
  if (!('ends' in kept)) return packItems(writtenItems.parse(JSON.parse(kept.items)), deflate);
  const worst = kept.worst === null ? null : severities.parse(JSON.parse(kept.worst));
  const [bytes, ends] = [kept.items, numbersOf(kept.ends)];
  if (kept.parts !== null) return { count: ends.length, bytes, ends, parts: numbersOf(kept.parts), worst };
  const texts = Array.from(ends, (end, index) =>
    Buffer.from(bytes.subarray(ends[index - 1] ?? 0, end)).toString('utf8'),
  );
  return packItems(
    texts.map((text, index) => ({ text, worst: worst?.[index] ?? null })),
    deflate,
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Copies, because a Uint32Array must begin at a multiple of four bytes. */
function numbersOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
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
