import { describe, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { forward, lookUp, textBody } from './testing-exchanges';
import {
  at,
  found,
  openEach,
  openStore,
  put,
  putLookUps,
  search,
  store,
  testing,
} from './history-store.fixture';

openEach();

describe('search', () => {
  it.each([
    ['a part of the URL', 'api.sandbox.example'],
    ['half a word', 'sandb'],
    ['the merchant', 'acme'],
    ['the profile', 'Sandbox EU'],
    ['the status', '200'],
    ['a header of the answer', 'x-request-id'],
    ['its value', 'req-7f3a'],
    ['a word of the body, without its accent', 'muller'],
    ['the same word, with its accent', 'Müller'],
    ['several words in any order', 'zoe ok sessions'],
    ['the date', '2026-11-21'],
    ['half of the date', '2026-11-2'],
    ['the month', '2026-1'],
    ['the operation', 'get_checkout'],
    ['a JSON key', 'display_name'],
  ])('finds %s', async (_what, text) => {
    const { id } = await put(lookUp());
    expect(await found(text)).toEqual([id]);
  });

  it.each(['mueller', '201', 'production', '2026-11-22', '2026-12', 'zoex', 'andbox ', '"', '§statusok'])(
    'does not find %s',
    async (text) => {
      let exchange = lookUp();
      // Its random ids sometimes begin with these digits.
      while (/[^0-9a-f]201/.test(JSON.stringify(exchange))) exchange = lookUp();
      await put(exchange);
      expect(await found(text)).toEqual([]);
    },
  );

  it('treats the last word as whole if a space follows', async () => {
    const { id } = await put(lookUp());
    expect(await found('sandb ')).toEqual([]);
    expect(await found('sandbox ')).toEqual([id]);
  });

  it('finds words in JSON however they are escaped, and in any script', async () => {
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

  it('returns consecutive pages across shards, without repeats', async () => {
    await putLookUps(45);
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

  it('continues with larger shards after an older app made smaller ones', async () => {
    await putLookUps(25);
    openStore(15);
    await putLookUps(35, 25);
    // The newest of the smaller shards is filled up first.
    const begins = (await store.shards.all()).map(({ firstPlace }) => firstPlace);
    expect(begins).toEqual([...[50, 35, 20, 10].map((minute) => Date.parse(at(minute))), 0]);
    const all = Array.from({ length: 60 }, (_, index) => at(59 - index));
    const page = await search.page({ ...EMPTY_HISTORY_QUERY, text: 'sandbox' }, null, 100);
    expect(page?.entries.map(({ startedAt }) => startedAt)).toEqual(all);
    expect((await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'sandbox' }))?.total).toBe(60);
    for (const [index, { id }] of (page?.entries ?? []).entries())
      if (index % 9 === 0) expect(await found(id)).toEqual([id]);
  });

  it('applies the facets, and counts each one with the others applied', async () => {
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

  it('stops when a newer search has started', async () => {
    await put(lookUp());
    expect(await search.page({ ...EMPTY_HISTORY_QUERY, text: 'sand' }, null, 10, () => false)).toBeNull();
    expect(await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'sand' }, () => false)).toBeNull();
  });

  it('finds a note as soon as it is written, and not after it is changed', async () => {
    const { id } = await put(lookUp());
    await store.mark(id, { note: 'asked Finance about it' });
    expect(await found('finance')).toEqual([id]);
    await store.mark(id, { note: '' });
    expect(await found('finance')).toEqual([]);
  });
});

describe('an entry that cannot be read', () => {
  const breakOne = async (entries: readonly HistoryEntry[], sql: string): Promise<string> => {
    const broken = entries[20];
    await testing.database.execute({ sql, values: [broken?.place ?? 0] });
    return broken?.id ?? '';
  };
  const fill = async (): Promise<HistoryEntry[]> => {
    await putLookUps(50);
    const page = await search.page(EMPTY_HISTORY_QUERY, null, 50);
    return [...(page?.entries ?? [])].reverse();
  };

  it.each(['', 'sandbox'])(
    'does not hide the others on its page, and is counted (text: "%s")',
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

  it('does not end the list if it is the last one of a page', async () => {
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

  it('does not keep others out of the index, and can be starred', async () => {
    const broken = await breakOne(
      await fill(),
      `UPDATE exchange_contents SET record = x'07ff' WHERE seq = ?`,
    );
    await testing.database.execute({
      sql: `INSERT INTO exchange_words (exchange_words) VALUES ('delete-all')`,
    });
    expect(await found('sandbox')).toEqual([]);
    await store.indexMissing();
    // An entry that cannot be read is still found by what its row says.
    expect(await found('sandbox')).toHaveLength(50);
    expect(await store.mark(broken, { starred: true })).toMatchObject({ id: broken, starred: true });
    expect(await store.find(broken)).toMatchObject({ starred: true });
  });
});
