import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY, type HistoryEntry, type HistoryQuery } from '@shared/history/history';
import { BodyStore } from '../bodies/body-store';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { testingReferences } from '../secrets/testing-references';
import { forward, lookUp, textBody, type TestingExchange } from './testing-exchanges';

let folder: string;
let bodies: BodyStore;
let testing: TestingDatabase;
let store: HistoryStore;
let search: HistorySearch;
const secrets = testingReferences();

function openStore(): void {
  store = new HistoryStore(testing.database, () => new Date('2026-11-21T12:00:00Z'), 10);
  search = new HistorySearch(testing.database, store);
}

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

async function put(
  { exchange, sentAs }: TestingExchange,
  replayOf: string | null = null,
): Promise<HistoryEntry> {
  return store.put(await keepExchange(exchange, sentAs, { bodies, secrets }), replayOf);
}

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();

async function found(query: Partial<HistoryQuery> | string): Promise<string[]> {
  const asked = typeof query === 'string' ? { text: query } : query;
  const page = await search.page({ ...EMPTY_HISTORY_QUERY, ...asked }, null, 100);
  return (page?.entries ?? []).map(({ id }) => id);
}

describe('HistoryStore', () => {
  it('keeps an exchange whole and finds it again after a restart', async () => {
    const { exchange, sentAs } = lookUp();
    const entry = await put({ exchange, sentAs });
    await testing.reopen();
    openStore();
    expect(await store.find(exchange.id)).toEqual(entry);
    const kept = await store.read(entry.place);
    expect(kept?.responseBody?.toString()).toBe(
      exchange.response?.body.kind === 'text' ? exchange.response.body.text : '',
    );
    expect(kept?.record).toMatchObject({
      timings: exchange.timings,
      asked: sentAs.request,
    });
  });

  it('has no number of findings for what was not checked, unless something was found all the same', async () => {
    const finding = {
      rule: 'undocumented-status',
      pointer: '',
      severity: 'note',
      message: 'The specification does not have this status.',
      value: null,
      expected: 'a status of the specification',
    } as const;
    const check = { kind: 'not-checked', why: 'took-too-long' } as const;
    const expected = new Map([
      [(await put(lookUp())).id, 0],
      [(await put(lookUp({ findings: [finding], moreFindings: 3 }))).id, 4],
      [(await put(lookUp({ check }))).id, null],
      [(await put(lookUp({ check, findings: [finding] }))).id, 1],
    ]);
    await testing.reopen();
    openStore();
    for (const [id, findings] of expected) expect((await store.find(id))?.findings).toBe(findings);
    const page = await search.page(EMPTY_HISTORY_QUERY, null, 100);
    expect(new Map(page?.entries.map(({ id, findings }) => [id, findings]))).toEqual(expected);
  });

  it('writes a newer version of an exchange over the older one, with its star and note', async () => {
    const { exchange, sentAs } = forward('{}');
    const before = await put({
      exchange: {
        ...exchange,
        response: null,
        outcome: { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true },
      },
      sentAs,
    });
    expect(before.outcome).toBe('unknown');
    await store.mark(exchange.id, { starred: true, note: 'watch this' });
    const after = await put({ exchange, sentAs });
    expect(after).toMatchObject({
      place: before.place,
      outcome: 'answered',
      status: 200,
      starred: true,
      note: 'watch this',
    });
    expect(await found('')).toEqual([exchange.id]);
    expect(await found({ outcomes: ['unknown'] })).toEqual([]);
  });

  it('gives exchanges of the same moment places of their own, newest first', async () => {
    const all = [];
    for (let index = 0; index < 35; index += 1) all.push(await put(lookUp({ startedAt: at(0) })));
    expect(new Set(all.map(({ place }) => place)).size).toBe(35);
    expect(await found('')).toEqual(all.map(({ id }) => id).reverse());
    expect(await found('mull')).toEqual(all.map(({ id }) => id).reverse());
  });

  it('leaves nothing readable on the disk', async () => {
    await put(
      forward('{"word":"CANARY"}', [['x-vault-forward-header-authorization', 'Bearer CANARY-SECRET']]),
    );
    await store.mark((await found(''))[0] ?? '', { note: 'CANARY note' });
    for (const name of await readdir(testing.folder)) {
      const bytes = await readFile(join(testing.folder, name));
      expect([name, bytes.includes('CANARY'), bytes.includes('canary')]).toEqual([name, false, false]);
    }
  });

  it('links replays into a chain, oldest first', async () => {
    const first = await put(lookUp({ startedAt: at(0) }));
    const second = await put(lookUp({ startedAt: at(1) }), first.id);
    const third = await put(lookUp({ startedAt: at(2) }), second.id);
    const other = await put(lookUp({ startedAt: at(3) }), first.id);
    const alone = await put(lookUp({ startedAt: at(4) }));
    const ids = [first, second, third, other].map(({ id }) => id);
    for (const id of ids) expect((await store.chain(id)).map((entry) => entry.id)).toEqual(ids);
    expect(await store.chain(alone.id)).toEqual([alone]);
    await store.remove([first.id]);
    expect((await store.chain(third.id)).map(({ id }) => id)).toEqual([second.id, third.id]);
  });
});

describe('search', () => {
  it.each([
    ['a part of the URL', 'api.sandbox.example'],
    ['half a word', 'sandb'],
    ['the merchant', 'acme'],
    ['the profile', 'Sandbox EU'],
    ['the status', '200'],
    ['a header of the answer', 'x-request-id'],
    ['its value', 'req-7f3a'],
    ['a word of the body without its accent', 'muller'],
    ['the same with it', 'Müller'],
    ['several words in any order', 'zoe ok sessions'],
    ['the date', '2026-11-21'],
    ['half of the date', '2026-11-2'],
    ['the month', '2026-1'],
    ['the operation', 'get_checkout'],
    ['a name of JSON', 'display_name'],
  ])('finds %s', async (_what, text) => {
    const { id } = await put(lookUp());
    expect(await found(text)).toEqual([id]);
  });

  it.each(['mueller', '201', 'production', '2026-11-22', '2026-12', 'zoex', 'andbox ', '"', '§statusok'])(
    'does not find %s',
    async (text) => {
      let exchange = lookUp();
      // Its ids are made at random: now and then one begins with these very digits.
      while (/[^0-9a-f]201/.test(JSON.stringify(exchange))) exchange = lookUp();
      await put(exchange);
      expect(await found(text)).toEqual([]);
    },
  );

  it('takes the last word for a whole one when a space follows', async () => {
    const { id } = await put(lookUp());
    expect(await found('sandb ')).toEqual([]);
    expect(await found('sandbox ')).toEqual([id]);
  });

  it('finds words of a JSON text however they are escaped, and in any script', async () => {
    const { exchange, sentAs } = lookUp();
    const { response } = exchange;
    const body = textBody(
      '{"a":"stra\\u00dfe\\nK\\u0061tze","b":"日本 Ελλάδα 𝒳 😀","c":"{{CARD_NUMBER_1}}"}',
    );
    await put({ exchange: { ...exchange, response: response && { ...response, body } }, sentAs });
    for (const text of ['katze', 'straße', '日本', 'ελλαδα', 'CARD_NUMBER_1', '{{CARD_NUM']) {
      expect([text, await found(text)]).toEqual([text, [exchange.id]]);
    }
  });

  it('gives pages that follow one another across shards, and none twice', async () => {
    for (let minute = 0; minute < 45; minute += 1) await put(lookUp({ startedAt: at(minute) }));
    expect((await store.shards.all()).length).toBe(5);
    for (const text of ['', 'sandbox']) {
      const seen: string[] = [];
      let before: number | null = null;
      do {
        const page = await search.page({ ...EMPTY_HISTORY_QUERY, text }, before, 7);
        seen.push(...(page?.entries ?? []).map(({ startedAt }) => startedAt));
        before = page?.next ?? null;
      } while (before !== null);
      expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => at(44 - index)));
    }
  });

  it('keeps to the facets, and counts each one with the others applied', async () => {
    await put(lookUp());
    await put(forward('{}'));
    const { exchange, sentAs } = forward('{}');
    const { response } = exchange;
    const bad = await put({
      exchange: { ...exchange, response: response && { ...response, status: 502 } },
      sentAs,
    });
    await store.mark(bad.id, { starred: true });
    expect(await found({ operations: ['vault_forward'], statusClasses: [5] })).toEqual([bad.id]);
    expect(await found({ starred: true })).toEqual([bad.id]);
    expect(await found({ statusClasses: [2, 5] })).toHaveLength(3);
    expect(await found({ text: 'psp', starred: true, profileIds: ['production'] })).toEqual([]);
    for (const text of ['', 'sandbox']) {
      expect(await search.facets({ ...EMPTY_HISTORY_QUERY, text, statusClasses: [2] })).toEqual({
        total: 2,
        operations: [
          { value: 'get_checkout_session', count: 1 },
          { value: 'vault_forward', count: 1 },
        ],
        statusClasses: [
          { value: 2, count: 2 },
          { value: 5, count: 1 },
        ],
        profiles: [{ value: 'sandbox', count: 2 }],
        outcomes: [{ value: 'answered', count: 2 }],
        starred: 0,
      });
    }
  });

  it('is given up when another question has come', async () => {
    await put(lookUp());
    expect(await search.page({ ...EMPTY_HISTORY_QUERY, text: 'sand' }, null, 10, () => false)).toBeNull();
    expect(await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'sand' }, () => false)).toBeNull();
  });

  it('finds a note as soon as it is written, and no longer when it is changed', async () => {
    const { id } = await put(lookUp());
    await store.mark(id, { note: 'asked Finance about it' });
    expect(await found('finance')).toEqual([id]);
    await store.mark(id, { note: '' });
    expect(await found('finance')).toEqual([]);
  });
});

describe('a star or a note', () => {
  it.each(['before', 'after'])(
    'set right %s the answer is written stays, in the list and in the index',
    async (when) => {
      for (let minute = 0; minute < 10; minute += 1) {
        const { exchange, sentAs } = forward('{}');
        const underWay = { kind: 'unanswered', why: 'under-way', mayHaveArrived: true } as const;
        await put({ exchange: { ...exchange, response: null, outcome: underWay }, sentAs });
        const answer = await keepExchange(exchange, sentAs, { bodies, secrets });
        const mark = (): Promise<unknown> =>
          store.mark(exchange.id, { starred: true, note: `remarkable${minute}` });
        if (when === 'before') await Promise.all([mark(), store.put(answer, null)]);
        else await Promise.all([store.put(answer, null), mark()]);
        expect(await store.find(exchange.id)).toMatchObject({
          starred: true,
          note: `remarkable${minute}`,
          status: 200,
        });
        expect(await found({ text: `remarkable${minute}`, starred: true })).toEqual([exchange.id]);
        const kept = await store.read((await store.find(exchange.id))?.place ?? 0);
        expect(kept?.record.outcome.kind).toBe('answered');
      }
    },
  );
});

describe('an entry that cannot be read', () => {
  const breakOne = async (entries: readonly HistoryEntry[], sql: string): Promise<string> => {
    const broken = entries[20];
    await testing.database.execute({ sql, values: [broken?.place ?? 0] });
    return broken?.id ?? '';
  };
  const fill = async (): Promise<HistoryEntry[]> => {
    const entries = [];
    for (let minute = 0; minute < 50; minute += 1) entries.push(await put(lookUp({ startedAt: at(minute) })));
    return entries;
  };

  it.each(['', 'sandbox'])(
    'takes no other of its page with it, and is counted (text: "%s")',
    async (text) => {
      const broken = await breakOne(
        await fill(),
        `UPDATE exchanges SET outcome = 'of tomorrow' WHERE seq = ?`,
      );
      const page = await search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 50);
      expect(page?.entries).toHaveLength(49);
      expect(page?.unreadable).toBe(1);
      expect((await search.facets({ ...EMPTY_HISTORY_QUERY, text }))?.total).toBe(49);
      expect(await store.find(broken)).toBeNull();
    },
  );

  it('does not end the list when it is the last one of a page', async () => {
    const entries = await fill();
    await breakOne(entries, `UPDATE exchanges SET environment = 'moon' WHERE seq = ?`);
    const first = await search.page(EMPTY_HISTORY_QUERY, null, 30);
    expect(first).toMatchObject({ unreadable: 1, next: entries[20]?.place });
    const second = await search.page(EMPTY_HISTORY_QUERY, first?.next ?? null, 30);
    expect(second?.entries.map(({ id }) => id)).toEqual(
      entries
        .slice(0, 20)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it('keeps no other out of the index, and can be starred', async () => {
    const broken = await breakOne(
      await fill(),
      `UPDATE exchange_contents SET record = x'07ff' WHERE seq = ?`,
    );
    await testing.database.execute({
      sql: `INSERT INTO exchange_words (exchange_words) VALUES ('delete-all')`,
    });
    expect(await found('sandbox')).toEqual([]);
    await store.indexMissing();
    // Itself by what its line says.
    expect(await found('sandbox')).toHaveLength(50);
    expect(await store.mark(broken, { starred: true })).toMatchObject({ id: broken, starred: true });
    expect(await store.find(broken)).toMatchObject({ starred: true });
  });
});

describe('what goes', () => {
  it('is deleted from the list, the contents and the index', async () => {
    const [one, other] = [await put(lookUp({ startedAt: at(0) })), await put(lookUp({ startedAt: at(1) }))];
    await store.remove([one.id]);
    expect(await found('sandbox')).toEqual([other.id]);
    expect(await store.read(one.place)).toBeNull();
    expect(await store.size()).toMatchObject({ entries: 1 });
  });

  it('is everything of a profile, with or without what has a star', async () => {
    const { exchange, sentAs } = lookUp();
    const other = await put({
      exchange: { ...exchange, profile: { ...exchange.profile, id: 'other' } },
      sentAs,
    });
    const starred = await put(lookUp());
    for (let index = 0; index < 450; index += 1) await put(lookUp());
    await store.mark(starred.id, { starred: true });
    expect(await store.clear('sandbox', true)).toBe(450);
    expect((await found('')).sort()).toEqual([other.id, starred.id].sort());
    expect(await store.clear('sandbox', false)).toBe(1);
    expect(await store.clear(null, false)).toBe(1);
    expect(await found('sandbox')).toEqual([]);
  });

  it('is the oldest beyond the number, the age and the size that are kept, but nothing with a star', async () => {
    const all = [];
    for (let minute = 0; minute < 40; minute += 1) all.push(await put(lookUp({ startedAt: at(minute) })));
    const old = await put(lookUp({ startedAt: '2026-11-01T00:00:00.000Z' }));
    await store.mark(all[0]?.id ?? '', { starred: true });
    const open = { mostEntries: 1000, mostDays: null, mostMegabytes: 1000 };
    expect(await store.trim(open)).toBe(0);
    expect(await store.trim({ ...open, mostDays: 3 })).toBe(0);
    expect(old.place).toBeGreaterThan(Date.parse('2026-11-21T10:00:00Z'));
    expect(await store.trim({ ...open, mostEntries: 30 })).toBe(10);
    expect(await found('')).toContain(all[0]?.id);
    expect(await found('')).not.toContain(all[10]?.id);
    expect(await found('')).toContain(all[11]?.id);
    const { bytes } = await store.size();
    await store.trim({ ...open, mostMegabytes: bytes / 2 / 1_000_000 });
    expect((await store.size('starred = 0')).bytes).toBeLessThanOrEqual(bytes / 2);
    expect(await found('')).toContain(all[0]?.id);
  });

  it('is nothing else when what has a star is beyond the size or the number by itself', async () => {
    const starred = await put(forward(randomBytes(20_000).toString('hex')));
    await store.mark(starred.id, { starred: true });
    for (let minute = 0; minute < 30; minute += 1) await put(lookUp({ startedAt: at(minute) }));
    const { bytes } = await store.size('starred = 1');
    expect(bytes).toBeGreaterThan((await store.size('starred = 0')).bytes);
    const size = { mostEntries: 1000, mostDays: null, mostMegabytes: bytes / 1_000_000 };
    expect(await store.trim(size)).toBe(0);
    expect(await store.trim({ ...size, mostEntries: 30 })).toBe(0);
    expect(await found('')).toHaveLength(31);
  });
});

describe('the disk', () => {
  it('gets back the room of what was deleted', async () => {
    const noise = (): string => randomBytes(20_000).toString('hex');
    for (let index = 0; index < 60; index += 1) await put(forward(noise()));
    await testing.reopen();
    const sizes = async (): Promise<number> => {
      const names = (await readdir(testing.folder)).filter((name) => name.endsWith('.db'));
      return (await stat(join(testing.folder, names[0] ?? ''))).size;
    };
    const full = await sizes();
    openStore();
    expect(await store.clear(null, false)).toBe(60);
    await testing.reopen();
    expect(await sizes()).toBeLessThan(full / 3);
  });
});

it('says of an entry what tells it from its neighbours', async () => {
  const { id } = await put(lookUp());
  expect((await store.find(id))?.summary).toEqual({
    who: 'Zoë Müller',
    total: null,
    expiresAt: null,
    note: null,
  });
  const cards = ['x-vault-forward-payment-methods', 'a, b'] as const;
  expect((await put(forward('{}', [cards]))).summary?.note).toBe('2 cards');
  await testing.database.execute({ sql: 'UPDATE exchanges SET summary = \'{"who":1}\'' });
  expect((await store.find(id))?.summary).toBeNull();
});

describe('an update', () => {
  it('makes the index anew, and finds everything again', async () => {
    const newest = testing.migrations;
    const beginnings = newest.findIndex(({ name }) => name === 'history-beginnings');
    await testing.remove();
    testing = openTestingDatabase(undefined, newest.slice(0, beginnings));
    // Later steps add them; they are here for the writing alone.
    const later = [
      'load_pages INTEGER',
      'load_rows INTEGER',
      'purpose TEXT',
      'findings_known INTEGER',
      'summary TEXT',
    ];
    for (const column of later) {
      await testing.database.execute({ sql: `ALTER TABLE exchanges ADD COLUMN ${column}` });
    }
    openStore();
    const entries: HistoryEntry[] = [];
    for (let minute = 0; minute < 25; minute += 1)
      entries.unshift(await put(lookUp({ startedAt: at(minute) })));
    for (const column of later) {
      await testing.database.execute({ sql: `ALTER TABLE exchanges DROP COLUMN ${column.split(' ')[0]}` });
    }
    testing.migrations = newest;
    await testing.reopen();
    openStore();
    expect(await found('sandbox')).toEqual([]);
    // The app ends after three: the newest are found, and the next run goes on.
    let left = 3;
    await store.indexMissing(() => left-- === 0);
    expect(await found('sandbox')).toEqual(entries.slice(0, 3).map(({ id }) => id));
    await store.indexMissing();
    expect(await found('sandbox')).toEqual(entries.map(({ id }) => id));
    await store.indexMissing();
    expect(await found('sandb')).toHaveLength(25);
  });
});

describe('without a keychain', () => {
  it('what was kept in memory is found in the file afterwards', async () => {
    const before = await put(lookUp({ startedAt: at(0) }));
    await testing.reopen();
    testing.keychain.trouble = 'locked';
    openStore();
    const inMemory = await put(lookUp({ startedAt: at(1) }));
    expect(await found('sandbox')).toEqual([inMemory.id]);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    await store.indexMissing();
    expect(await found('')).toEqual([inMemory.id, before.id]);
    expect(await found('sandbox')).toEqual([inMemory.id, before.id]);
    const next = await put(lookUp({ startedAt: at(1) }));
    expect(next.place).toBe(inMemory.place + 1);
  });
});
