import { closeSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Database } from '../database/database';

export const PAGE_BYTES = 4096;

/** The numbers of a table's pages in the file, as SQLite counts them (from 1). */
export async function pagesOf(database: Database, table: string, kind = 'leaf'): Promise<number[]> {
  const rows = await database.query(
    {
      sql: 'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path',
      values: [table, kind],
    },
    z.object({ pageno: z.number() }),
  );
  return rows.map(({ pageno }) => pageno);
}

/** Overwrites pages of a closed database, as a failing disk does. */
export function damagePages(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+');
  for (const page of pages)
    writeSync(file, Buffer.alloc(PAGE_BYTES, 7), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  closeSync(file);
}

/** Changes one byte of a closed database. As it is encrypted, that garbles about 16 bytes of its contents. */
export function damageByte(path: string, offset: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, offset);
  writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, offset);
  closeSync(file);
}

/** The folder's only database that has not been moved aside. */
export function databaseIn(folder: string): string {
  const [name] = readdirSync(folder).filter((candidate) => /^explorer\.[0-9a-f]{8}\.db$/.test(candidate));
  if (name === undefined) throw new Error('there is no database');
  return join(folder, name);
}
