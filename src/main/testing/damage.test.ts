import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { DraftStore } from '../drafts/draft-store';
import { HistorySearch } from '../history/history-search';
import { HistoryStore } from '../history/history-store';
import { lookUps, prepared } from '../history/testing-exchanges';
import { testingReferences } from '../secrets/testing-references';
import { damagePages, databaseIn, pagesOf } from './damage-file';
import { useTestingDatabase } from './use-testing-database';

const ENTRIES = 200;
const DRAFT_ID = '5f5e2c1a-0000-4000-8000-000000000001';
const entries = prepared(lookUps(ENTRIES));
const rows = z.object({ rows: z.number() });

const testing = useTestingDatabase();
let store: HistoryStore;
let search: HistorySearch;

function openStores(): void {
  store = new HistoryStore(testing.database);
  search = new HistorySearch(testing.database, store);
}

beforeEach(async () => {
  openStores();
  await store.putAll(await entries);
  await new DraftStore(testing.database, testingReferences(), async () => false).keep(DRAFT_ID, {
    name: 'a draft',
    body: '{"a":1}',
  });
  await testing.database.execute({
    sql: `INSERT INTO saved_requests (id, folder, name, description, profile_id, call, expectations, changed_at)
          VALUES ('s', '', 'saved', '', 'p', '{}', '[]', '2026')`,
  });
});

/** Overwrites pages between two runs of the app. */
async function damage(choose: () => Promise<number[]>): Promise<void> {
  const pages = await choose();
  expect(pages.length).toBeGreaterThan(0);
  await testing.database.close();
  damagePages(databaseIn(testing.folder), pages);
  await testing.reopen();
  openStores();
}

async function count(table: string): Promise<number> {
  const [found] = await testing.database.query({ sql: `SELECT count(*) AS rows FROM ${table}` }, rows);
  return found?.rows ?? -1;
}

async function found(text: string): Promise<number> {
  return (await search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 500))?.entries.length ?? -1;
}

async function aside(word: string): Promise<string[]> {
  return (await readdir(testing.folder)).filter((name) => name.includes(`.${word}-`) && name.endsWith('.db'));
}

describe('damage to the search index only', () => {
  const everythingIsThere = async (): Promise<void> => {
    expect(await found('')).toBe(ENTRIES);
    await store.indexMissing();
    expect(await found('sandbox')).toBe(ENTRIES);
    expect(await count('exchange_contents')).toBe(ENTRIES);
    expect(await count('drafts')).toBe(1);
    expect(await count('saved_requests')).toBe(1);
    const last = (await search.page(EMPTY_HISTORY_QUERY, null, 1))?.entries[0];
    expect((await store.read(last?.place ?? 0))?.responseBody?.length).toBeGreaterThan(0);
  };

  it('(one page of the file) loses nothing, and the index is rebuilt', async () => {
    await damage(async () => (await pagesOf(testing.database, 'exchange_words_data')).slice(0, 1));
    expect(await found('sandbox')).toBe(0);
    await everythingIsThere();
    expect(testing.database.state).toMatchObject({
      kind: 'open',
      notice: expect.stringMatching(/complete: every row was copied .*before-rebuild-/),
    });
    expect(await aside('damaged')).toEqual([]);
  });

  it('(every page) also loses nothing', async () => {
    await damage(() => pagesOf(testing.database, 'exchange_words_data'));
    await found('sandbox');
    await everythingIsThere();
  });

  it('(rows of its tables) also loses nothing if SQLite notices it during a run', async () => {
    await testing.database.execute({
      sql: `UPDATE exchange_words_data SET block = x'ff00ff00' WHERE id > 10`,
    });
    await testing.reopen();
    openStores();
    await store.indexMissing();
    await testing.database.execute({
      sql: `INSERT INTO exchange_words (exchange_words) VALUES ('integrity-check')`,
    });
    await everythingIsThere();
    expect(testing.database.state).toMatchObject({ notice: expect.stringContaining('before-rebuild') });
  });

  it('leaves a copy of the old file that is deleted at the next start', async () => {
    await damage(async () => (await pagesOf(testing.database, 'exchange_words_data')).slice(0, 1));
    await found('sandbox');
    expect(await aside('before-rebuild')).toHaveLength(1);
    await testing.reopen();
    openStores();
    await everythingIsThere();
    expect(await aside('before-rebuild')).toEqual([]);
    expect(testing.database.state).toEqual({ kind: 'open', notice: null });
  });
});

describe('other damage', () => {
  it('loses only the damaged rows, and says how many and where the old file is', async () => {
    await damage(async () => (await pagesOf(testing.database, 'exchanges')).slice(1, 2));
    // The list reads every row, and so comes across the damage.
    const left = await found('');
    expect(left).toBeGreaterThan(ENTRIES - 40);
    expect(left).toBeLessThan(ENTRIES);
    const [name] = await aside('damaged');
    const { state } = testing.database;
    expect(state.kind === 'open' && state.notice).toContain(
      `${left} history entries (${ENTRIES - left} lost), ${ENTRIES} contents of history entries`,
    );
    expect(state.kind === 'open' && state.notice).toContain(`set aside as ${name ?? 'none'}:`);
    expect(state.kind === 'open' && state.places).toBe(join(testing.folder, name ?? 'none'));
    expect(state.kind === 'open' && state.notice).toContain('1 drafts');
    expect(await count('drafts')).toBe(1);
    // The rest remains, however often the app is started.
    await testing.reopen();
    await testing.reopen();
    expect(await count('exchanges')).toBe(left);
    expect((await stat(join(testing.folder, name ?? ''))).size).toBeGreaterThan(0);
  });

  it('to contents is reported as the number of entries affected', async () => {
    await damage(async () => (await pagesOf(testing.database, 'exchange_contents')).slice(3, 6));
    await expect(
      testing.database.query({ sql: 'SELECT * FROM exchange_contents' }, z.unknown()),
    ).resolves.not.toHaveLength(ENTRIES);
    const left = await count('exchange_contents');
    expect(left).toBeGreaterThan(ENTRIES - 40);
    const { state } = testing.database;
    expect(state.kind === 'open' && state.notice).toContain(
      `${ENTRIES} history entries, ${left} contents of history entries (${ENTRIES - left} lost)`,
    );
  });

  it('is repaired at the next start if the app ended before the new database was in place', async () => {
    await damage(async () => (await pagesOf(testing.database, 'exchanges')).slice(1, 2));
    const left = await found('');
    await testing.database.close();
    const path = databaseIn(testing.folder);
    await rename(path, `${path}.rebuild`);
    await testing.reopen();
    expect(await count('exchanges')).toBe(left);
    expect((await readdir(testing.folder)).filter((name) => name.includes('rebuild'))).toEqual([]);
  });
});
