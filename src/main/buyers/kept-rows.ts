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

/** Until then `items` was a JSON text. Now it is the items' bytes, which are copied four times on their way there. */
export const packedRowsMigration: Migration = {
  name: 'rows of stopped loads of buyers as bytes',
  sql: `
    ALTER TABLE buyer_load_rows ADD COLUMN ends BLOB;
    ALTER TABLE buyer_load_rows ADD COLUMN worst TEXT;`,
};

/** Until then the bytes were those of the items themselves. Now they are compressed, in parts. */
export const compressedRowsMigration: Migration = {
  name: 'rows of stopped loads of buyers compressed',
  sql: 'ALTER TABLE buyer_load_rows ADD COLUMN parts BLOB',
};

/** Rows of one statement, or of one page that has more: those of two seconds at once would take 100 MB on their way. */
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

/** Rows of a load that came before this run of the app. `firstRow` counts from 0. */
export interface KeptBatch {
  readonly firstRow: number;
  readonly items: PackedItems;
}

/** Rows of pages that came one after the other. */
export interface UnkeptRows {
  readonly firstRow: number;
  readonly pages: readonly PackedItems[];
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
      // A load that was begun while the database lay in memory has no row of its own, and keeps no rows either.
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

/** A copy: numbers of four bytes begin at a multiple of four. */
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
