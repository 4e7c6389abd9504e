import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Outcome } from '@shared/http/exchange';
import {
  EMPTY_HISTORY_QUERY,
  type FacetCount,
  type HistoryFacets,
  type HistoryQuery,
} from '@shared/history/history';
import { damagePages, databaseIn, pagesOf } from '../testing/damage-file';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { ClearedEntries } from './cleared-entries';
import { sizeOf } from './delete-entries';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { keepFacetCounts } from './kept-facet-counts';
import { services, WITHOUT_KEPT_COUNTS } from './keep-services.fixture';
import { forward, lookUp } from './testing-exchanges';

let testing: TestingDatabase;
let store: HistoryStore;
let search: HistorySearch;
let cleared: ClearedEntries;

function openStores(): void {
  store = new HistoryStore(testing.database, undefined, 4);
  search = new HistorySearch(testing.database, store);
  cleared = new ClearedEntries(testing.database, store, () => undefined);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  testing = openTestingDatabase();
  openStores();
});
afterEach(async () => {
  vi.useRealTimers();
  await testing.remove();
});

interface Kind {
  readonly isForward: boolean;
  readonly status: number | null;
  readonly profile: string;
}

async function put({ isForward, status, profile }: Kind, id: string = randomUUID()): Promise<void> {
  const { exchange, sentAs } = isForward ? forward('{}') : lookUp();
  const { response } = exchange;
  const unanswered: Outcome = { kind: 'unanswered', why: 'app-ended', mayHaveArrived: true };
  const changed = {
    ...exchange,
    id,
    profile: { ...exchange.profile, id: profile },
    response: response && status !== null ? { ...response, status } : null,
    outcome: status === null ? unanswered : exchange.outcome,
  };
  await store.put(await keepExchange(changed, sentAs, services), null);
}

async function ids(): Promise<string[]> {
  const rows = await testing.database.query(
    { sql: 'SELECT id FROM exchanges ORDER BY seq' },
    z.object({ id: z.string() }),
  );
  return rows.map(({ id }) => id);
}

/** Counted from the entries themselves. */
async function naiveFacets(query: HistoryQuery): Promise<HistoryFacets> {
  const { text } = query;
  const all = (await search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 1_000))?.entries ?? [];
  const classOf = (status: number | null): number => Math.floor((status ?? 0) / 100);
  const admits = <Value>(wanted: readonly Value[], value: Value): boolean =>
    wanted.length === 0 || wanted.includes(value);
  const matching = (open: keyof HistoryQuery | null): typeof all =>
    all.filter(
      (entry) =>
        (open === 'operations' || admits(query.operations, entry.operation)) &&
        (open === 'statusClasses' || admits<number>(query.statusClasses, classOf(entry.status))) &&
        (open === 'profileIds' || admits(query.profileIds, entry.profile.id)) &&
        (open === 'outcomes' || admits(query.outcomes, entry.outcome)) &&
        (open === 'starred' || !query.starred || entry.starred),
    );
  const counts = <Value>(values: readonly Value[]): FacetCount<Value>[] =>
    [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }));
  return inOrder({
    total: matching(null).length,
    operations: counts(matching('operations').map(({ operation }) => operation)),
    statusClasses: counts(
      matching('statusClasses').map(({ status }) => z.literal([0, 1, 2, 3, 4, 5]).parse(classOf(status))),
    ),
    profiles: counts(matching('profileIds').map(({ profile }) => profile.id)),
    outcomes: counts(matching('outcomes').map(({ outcome }) => outcome)),
    starred: matching('starred').filter(({ starred }) => starred).length,
  });
}

/** Values with equal counts may come in either order. */
function inOrder(facets: HistoryFacets): HistoryFacets {
  const sorted = <Value extends string | number>(counts: readonly FacetCount<Value>[]): FacetCount<Value>[] =>
    [...counts].sort((one, other) => String(one.value).localeCompare(String(other.value)));
  return {
    ...facets,
    operations: sorted(facets.operations),
    statusClasses: sorted(facets.statusClasses),
    profiles: sorted(facets.profiles),
    outcomes: sorted(facets.outcomes),
  };
}

const QUERIES: readonly Partial<HistoryQuery>[] = [
  {},
  { text: 'a' },
  { text: 'get_check' },
  { text: 'psp' },
  { text: '404' },
  { operations: ['vault_forward'] },
  { text: 'api', statusClasses: [4, 0], profileIds: ['one'] },
  { starred: true, outcomes: ['answered'] },
];

async function expectRightCounts(): Promise<void> {
  for (const some of QUERIES) {
    const query = { ...EMPTY_HISTORY_QUERY, ...some };
    const facets = await search.facets(query);
    expect([some, facets && inOrder(facets)]).toEqual([some, await naiveFacets(query)]);
  }
  const sql = 'SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes FROM exchanges WHERE starred = 0';
  const naive = z.object({ entries: z.number(), bytes: z.number() });
  expect([await sizeOf(testing.database, 'starred = 0')]).toEqual(
    await testing.database.query({ sql }, naive),
  );
}

const kind = fc.record({
  isForward: fc.boolean(),
  status: fc.constantFrom(200, 404, 502, null),
  profile: fc.constantFrom('one', 'two'),
});
const entry = fc.nat(30);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('put'), kind }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('put again'), entry, kind }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('star'), entry, starred: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ what: 'count ahead', ahead: true }) },
  fc.record({ what: fc.constant('remove'), entry }),
  fc.record({ what: fc.constant('trim'), mostEntries: fc.nat(10) }),
  fc.record({
    what: fc.constant('clear'),
    profile: fc.constantFrom('one', 'two', null),
    keepStarred: fc.boolean(),
    undo: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function take(one: Step): Promise<void> {
  const all = await ids();
  const chosen = 'entry' in one ? all[one.entry % Math.max(1, all.length)] : undefined;
  if ('profile' in one) {
    const clearId = randomUUID();
    await cleared.clear(one.profile, one.keepStarred, clearId);
    if (one.undo) {
      await put({ isForward: false, status: 200, profile: 'two' });
      await cleared.undo(clearId);
      await store.indexMissing();
    }
  } else if ('mostEntries' in one) {
    await store.trim({ mostEntries: one.mostEntries, mostDays: null, mostMegabytes: 100 });
  } else if ('ahead' in one) {
    await keepFacetCounts(testing.database, () => false);
  } else if (!('entry' in one)) {
    await put(one.kind);
  } else if (chosen === undefined) {
    return;
  } else if ('kind' in one) {
    await put(one.kind, chosen);
  } else if ('starred' in one) {
    await store.mark(chosen, { starred: one.starred });
  } else {
    await store.remove([chosen]);
  }
}

const SOME: readonly Kind[] = [
  { isForward: true, status: 404, profile: 'one' },
  { isForward: false, status: 200, profile: 'two' },
  { isForward: false, status: 200, profile: 'two' },
  { isForward: true, status: null, profile: 'two' },
];

describe('the facets', () => {
  it('match the entries, whatever was done to them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        await testing.remove();
        testing = openTestingDatabase();
        openStores();
        for (const one of steps) await take(one);
        await expectRightCounts();
        // Combinations without entries are gone.
        await cleared.clear(null, false, randomUUID());
        const left = z.object({ rows: z.number() });
        for (const table of ['derived_facets', 'derived_facets_of_exchanges']) {
          const sql = `SELECT count(*) AS rows FROM ${table}`;
          expect(await testing.database.query({ sql }, left)).toEqual([{ rows: 0 }]);
        }
      }),
      { numRuns: 10 },
    );
  });

  // Four entries to a shard; every entry of the newest shard matches.
  it.each([
    { moved: 'of a later shard', lost: 1, other: 4, shard: '000' },
    { moved: 'of an earlier shard', lost: 5, other: 0, shard: '001' },
  ])('match the results if one $moved stands in for one', async ({ lost, other, shard }) => {
    for (const one of [...SOME, ...SOME, ...SOME]) await put(one);
    const all = await ids();
    const { database } = testing;
    const place = '(SELECT seq FROM exchanges WHERE id = ?)';
    // One entry is not indexed yet; a second instance of the app has indexed another one in a shard that is not its
    // own.
    await database.execute({
      sql: `DELETE FROM exchange_words WHERE rowid = ${place}`,
      values: [all[lost] ?? ''],
    });
    await database.execute({
      sql: `INSERT OR REPLACE INTO exchange_words (rowid, words) VALUES (${place}, '${shard}api')`,
      values: [all[other] ?? ''],
    });
    expect((await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'api' }))?.total).toBe(11);
    await expectRightCounts();
  });

  it('are counted for entries of an older app', async () => {
    for (const one of SOME) await put(one);
    const { database, migrations } = testing;
    const asBefore = [
      'DROP TRIGGER derived_facets_of_new',
      'DROP TRIGGER derived_facets_of_deleted',
      'DROP TRIGGER derived_facets_of_changed',
      'DROP TABLE derived_facets',
      'DROP TABLE derived_facets_of_exchanges',
      // From later migrations.
      ...WITHOUT_KEPT_COUNTS,
      'DROP TABLE exchange_terms',
      'ALTER TABLE buyer_load_rows DROP COLUMN ends',
      'ALTER TABLE buyer_load_rows DROP COLUMN worst',
      'ALTER TABLE buyer_load_rows DROP COLUMN parts',
      'CREATE INDEX exchanges_by_facets ON exchanges (operation, status_class, profile_id, outcome, starred, bytes)',
      `PRAGMA user_version = ${migrations.findIndex(({ name }) => name === 'history-facets')}`,
    ];
    for (const sql of asBefore) await database.query({ sql }, z.unknown());
    await testing.reopen();
    openStores();
    await expectRightCounts();
    for (const one of SOME) await put(one);
    await expectRightCounts();
  });

  it('are counted again if their tables are damaged, and no entry is lost', async () => {
    for (const one of SOME) await put(one);
    await store.mark((await ids())[0] ?? '', { starred: true });
    const pages = await pagesOf(testing.database, 'derived_facets_of_exchanges');
    await testing.database.close();
    damagePages(databaseIn(testing.folder), pages);
    await testing.reopen();
    openStores();
    await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'api' });
    expect(testing.database.state).toMatchObject({ notice: expect.stringContaining('are complete') });
    await store.indexMissing();
    expect(await ids()).toHaveLength(SOME.length);
    await expectRightCounts();
  });

  it('include what moves from memory into the file', async () => {
    for (const one of SOME) await put(one);
    await testing.reopen();
    testing.keychain.trouble = 'locked';
    openStores();
    for (const one of SOME) await put(one);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    await store.indexMissing();
    expect(await ids()).toHaveLength(2 * SOME.length);
    await expectRightCounts();
  });
});
