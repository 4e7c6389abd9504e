import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { found, openEach, put, search, store, testing } from './history-store.fixture';
import { MAX_COUNTED_BY_READING } from './history-search';
import { idsOf } from './search-words';
import { lookUp, textBody } from './testing-exchanges';

openEach();

const ID = '0f0e0d0c-0000-4000-8000-00000000000a';
/** The five parts of the UUID, but not as a UUID; and another UUID. */
const APART = '0f0e0d0c-0000-4000-8000-00000000000b 00000000000a';

/** A look-up whose answer is this text. */
async function answered(text: string): Promise<string> {
  const { exchange, sentAs } = lookUp();
  const { response } = exchange;
  return (
    await put({
      exchange: { ...exchange, response: response && { ...response, body: textBody(text) } },
      sentAs,
    })
  ).id;
}
const count = async (text: string, statusClasses: readonly 2[] = []): Promise<number | undefined> =>
  (await search.facets({ ...EMPTY_HISTORY_QUERY, text, statusClasses }))?.total;

it('finds a UUID anywhere and in either case, but not its separate parts', async () => {
  const wanted: string[] = [];
  for (const text of [`{"a":"${ID}"}`, `session_${ID.toUpperCase()}-1`, `${APART} (${ID})`]) {
    await answered(APART);
    wanted.unshift(await answered(text));
  }
  const noted = wanted[0] ?? '';
  await store.mark(noted, { note: `see ${ID}` });
  for (const text of [ID, ID.toUpperCase(), ` ${ID} `, `"${ID}",`, `answered ${ID} sand`]) {
    expect([text, await found(text)]).toEqual([text, wanted]);
    expect([text, await count(text)]).toEqual([text, wanted.length]);
  }
  expect(await found({ text: ID, statusClasses: [4] })).toEqual([]);
  expect(await count(ID, [2])).toBe(wanted.length);
});

it('finds a UUID that is typed without its hyphens, written either way; not its separate parts', async () => {
  const bare = ID.replaceAll('-', '');
  await answered(APART);
  await answered(`${bare}0`);
  const wanted = [await answered(`"traceId":"${bare}"`), await answered(`{"a":"${ID}"}`)].reverse();
  for (const text of [bare, bare.toUpperCase(), ` ${bare} `, `"${bare}",`, `answered ${bare} sand`]) {
    expect([text, await found(text)]).toEqual([text, wanted]);
    expect([text, await count(text)]).toEqual([text, wanted.length]);
  }
  expect(await found(bare.slice(0, -1))).toEqual([wanted[1], expect.anything()]);
});

it('does not find a UUID within a longer word, and finds entries with both of two', async () => {
  await answered(`${ID}0 ${ID}z z${ID}`);
  const other = ID.replace('0f', 'f0');
  await answered(ID);
  const both = await answered(`${other} ${ID}`);
  expect(await found(`${ID}  ${other}`)).toEqual([both]);
  expect(await found(other)).toEqual([both]);
  expect(await found(ID)).toHaveLength(2);
});

it('finds a UUID while it is typed, letter by letter', async () => {
  const id = await answered(ID);
  for (let length = 1; length <= ID.length; length += 1)
    expect([ID.slice(0, length), await found(ID.slice(0, length))]).toEqual([ID.slice(0, length), [id]]);
});

it('fills each page past entries that only have its parts', async () => {
  const wanted: string[] = [];
  for (let number = 0; number < 25; number += 1) {
    wanted.unshift(await answered(ID));
    await answered(APART);
    await answered(APART);
  }
  const seen: string[] = [];
  let before: number | null = null;
  do {
    const page = await search.page({ ...EMPTY_HISTORY_QUERY, text: ID }, before, 10);
    expect(page?.entries).toHaveLength(Math.min(10, 25 - seen.length));
    seen.push(...(page?.entries ?? []).map(({ id }) => id));
    before = page?.next ?? null;
  } while (before !== null);
  expect(seen).toEqual(wanted);
});

it('does not read an exchange whose line contains the UUID', async () => {
  const { exchange, sentAs } = lookUp();
  const { id } = await put({ exchange, sentAs });
  const [session = ''] = idsOf(exchange.request.url);
  const read = vi.spyOn(store, 'read');
  expect(await found(session)).toEqual([id]);
  expect(await count(session)).toBe(1);
  expect(read).not.toHaveBeenCalled();
});

it('counts a large number by the parts alone', async () => {
  for (let number = 0; number <= MAX_COUNTED_BY_READING; number += 1) await answered(ID);
  await answered(APART);
  expect(await count(ID)).toBe(MAX_COUNTED_BY_READING + 2);
});

it('keeps unreadable entries that may contain the UUID', async () => {
  const ids = [await answered(ID), await answered(ID)];
  await testing.database.execute({ sql: `UPDATE exchange_contents SET record = x'07ff'` });
  expect(await found(ID)).toEqual(ids.reverse());
});

it('recognises a UUID in any text', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string(), fc.string(), fc.boolean(), (id, before, behind, upper) => {
      const typed = upper ? id.toUpperCase() : id;
      expect(idsOf(`${before} ${typed}/${behind}`)).toContain(id);
      expect(idsOf(`${before}a${typed}`)).not.toContain(id);
    }),
  );
});
