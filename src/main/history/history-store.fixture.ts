import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { EMPTY_HISTORY_QUERY, type HistoryEntry, type HistoryQuery } from '@shared/history/history';
import { BodyStore } from '../bodies/body-store';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { testingReferences } from '../secrets/testing-references';
import { lookUps, prepared, type TestingExchange } from './testing-exchanges';

export let folder: string;
export let bodies: BodyStore;
export let testing: TestingDatabase;
export let store: HistoryStore;
export let search: HistorySearch;
export const secrets = testingReferences();

export function openStore(entriesPerShard = 10): void {
  store = new HistoryStore(testing.database, () => new Date('2026-11-21T12:00:00Z'), entriesPerShard);
  search = new HistorySearch(testing.database, store);
}

export async function put(
  { exchange, sentAs }: TestingExchange,
  replayOf: string | null = null,
): Promise<HistoryEntry> {
  return store.put(await keepExchange(exchange, sentAs, { bodies, secrets }), replayOf);
}

/** Puts as many look-ups at once, one a minute. */
export async function putLookUps(count: number, firstMinute = 0): Promise<void> {
  await store.putAll(await prepared(lookUps(count, firstMinute)));
}

export const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();

export async function found(query: Partial<HistoryQuery> | string): Promise<string[]> {
  const asked = typeof query === 'string' ? { text: query } : query;
  const page = await search.page({ ...EMPTY_HISTORY_QUERY, ...asked }, null, 100);
  return (page?.entries ?? []).map(({ id }) => id);
}

/** Gives each test its own history, with ten entries per shard. */
export function openEach(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'history-'));
    bodies = new BodyStore({ directory: folder });
    testing = openTestingDatabase();
    openStore();
  });
  afterEach(async () => {
    await testing.remove();
    await bodies.close();
    await rm(folder, { recursive: true });
  });
}

export function setTesting(to: typeof testing): void {
  testing = to;
}
