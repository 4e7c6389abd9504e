import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { keepExchange } from './keep-exchange';
import type { KeptExchange } from './record';
import { forward, lookUp } from './testing-exchanges';
import {
  at,
  bodies,
  found,
  openEach,
  openStore,
  put,
  search,
  secrets,
  store,
  testing,
} from './history-store.fixture';

openEach();

describe('HistoryStore', () => {
  it('stores a whole exchange, and finds it after a restart', async () => {
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

  it('keeps a noted outcome in a newer version of the exchange, until it is removed', async () => {
    const sent = lookUp();
    const { id } = await put(sent);
    expect((await store.find(id))?.notedOutcome).toBeNull();
    await store.mark(id, { notedOutcome: 'not-carried-out', note: 'asked the provider' });
    await put(sent);
    await testing.reopen();
    openStore();
    expect(await store.find(id)).toMatchObject({
      notedOutcome: 'not-carried-out',
      note: 'asked the provider',
    });
    await store.mark(id, { starred: true });
    expect((await store.find(id))?.notedOutcome).toBe('not-carried-out');
    await store.mark(id, { notedOutcome: null });
    expect((await store.find(id))?.notedOutcome).toBeNull();
  });

  it('masks card data in a note, which the search and the window show', async () => {
    const { id } = await put(lookUp());
    const marked = await store.mark(id, { note: 'Card 4111 1111 1111 1111, cvc: 737, declined' });
    expect(marked?.note).toBe('Card 4111 11•• •••• 1111, cvc: •••, declined');
    expect((await store.find(id))?.note).toBe(marked?.note);
    expect(await found('4111111111111111')).toEqual([]);
    expect(await found('declined')).toEqual([id]);
  });

  it('has no number of findings if nothing was checked, unless there are findings', async () => {
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

  it('replaces an older version of an exchange, and keeps its star and note', async () => {
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

  it('writes a new exchange without a query, and its newer version in its place', async () => {
    // From here on the shards are loaded.
    await put(lookUp());
    const { exchange, sentAs } = forward('{}');
    const outcome = { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true } as const;
    const before = { ...exchange, response: null, outcome };
    const [noted, answered] = await Promise.all(
      [before, exchange].map((version) => keepExchange(version, sentAs, { bodies, secrets })),
    );
    if (!noted || !answered) throw new Error('two versions');
    const query = vi.spyOn(testing.database, 'query');
    await store.putAll([{ kept: noted, replayOf: null, isNew: true }]);
    expect(query).not.toHaveBeenCalled();
    const entry = await store.mark(exchange.id, { note: 'watch this' });
    await store.putAll([{ kept: answered, replayOf: null }]);
    expect(await store.find(exchange.id)).toMatchObject({ place: entry?.place, outcome: 'answered' });
    expect(await found('watch this')).toEqual([exchange.id]);

    // An exchange that is noted and answered while others are being written arrives in both versions at once.
    const other = '5e550000-0000-4000-8000-0000000000aa';
    const asOther = (version: KeptExchange): KeptExchange => ({
      ...version,
      record: { ...version.record, id: other },
    });
    await store.putAll([
      { kept: asOther(noted), replayOf: null, isNew: true },
      { kept: asOther(answered), replayOf: null },
    ]);
    expect(await store.find(other)).toMatchObject({ outcome: 'answered' });
  });

  it('gives exchanges of the same moment separate places, newest first', async () => {
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

describe('a star or a note', () => {
  it.each(['before', 'after'])(
    'set right %s the answer is written is kept, in the list and in the index',
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

it('summarises an entry, and says if an answer is not the API’s', async () => {
  const { id } = await put(lookUp());
  expect((await store.find(id))?.summary).toEqual({
    who: 'Zoë Müller',
    total: null,
    expiresAt: null,
    note: null,
  });
  const refused = (body: string) => {
    const { response } = exchangeOf(401, body);
    return lookUp({ response });
  };
  expect((await put(refused('<h1>Log in</h1>'))).summary?.isForeign).toBe(true);
  expect((await put(refused(apiError(401, 'unauthorized')))).summary?.isForeign).toBe(false);
  // Also for one of the largest answers that are parsed: its body shows that the API sent it.
  const large = apiError(401, 'unauthorized').replace('said by', 'x'.repeat(900_000));
  expect((await put(refused(large))).summary?.isForeign).toBe(false);
  const cards = ['x-vault-forward-payment-methods', 'a, b'] as const;
  expect((await put(forward('{}', [cards]))).summary?.note).toBe('2 cards');
  await testing.database.execute({ sql: 'UPDATE exchanges SET summary = \'{"who":1}\'' });
  expect((await store.find(id))?.summary).toBeNull();
});
