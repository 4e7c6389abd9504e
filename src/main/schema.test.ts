import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsToCarryOver, tableLabels } from './schema';
import { openTestingDatabase } from './testing/testing-database';

/** Made again from other tables. */
const INDEX = /^(?:exchange_words|exchange_terms|exchange_shards|derived_)/;
/** A load that stopped needs a file: without one it ends with the run. */
const STAYING = ['buyer_load_rows', 'buyer_loads'];

const testing = openTestingDatabase();
afterAll(() => testing.remove());
let tables: readonly string[];
beforeAll(async () => {
  const rows = await testing.database.query(
    { sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name" },
    z.object({ name: z.string() }),
  );
  tables = rows.map(({ name }) => name).filter((name) => !INDEX.test(name));
});

it('carries the rows of every table over when the keychain comes back', () => {
  const carried = rowsToCarryOver.map((rows) => (typeof rows === 'string' ? rows : rows.write));
  const isCarried = (table: string): boolean =>
    carried.some((write) => write === table || new RegExp(`INTO ${table}\\b`).test(write));
  expect(tables.filter((table) => !isCarried(table))).toEqual(STAYING);
});

it('has words for every table, for what is saved from a damaged file', () => {
  const named = new Set(tableLabels.map(({ name }) => name));
  expect(tables.filter((table) => !named.has(table))).toEqual([]);
});
