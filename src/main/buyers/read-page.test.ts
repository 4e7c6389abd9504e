import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsableValue } from '@shared/testing/parsable-json';
import { checkResponse } from '@contract/findings';
import type { Body, Exchange } from '@shared/http/exchange';
import { exchangeOf } from '@shared/testing/exchanges';
import { parseJson } from '@shared/json/parse-json';
import { itemsOf } from '@shared/bridge/packed-items';
import { readWritten, textAt } from './item-texts';
import { idOf, readPage } from './read-page';

const takeBytes = ({ text }: { readonly text: string }) => Buffer.from(text);
const noBodies = { read: () => Promise.resolve(null), takeBytes };

const conforming = {
  id: '123e4567-e89b-42d3-a456-426614174000',
  type: 'buyer',
  display_name: 'Ada',
  external_identifier: null,
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-01-01T00:00:00+00:00',
};

function answered(text: string): Exchange {
  const exchange = exchangeOf(200, text);
  return { ...exchange, ...checkResponse('list_buyers', 200, parseJson(text)) };
}

const read = (page: string, isJson = false) => readWritten(Buffer.from(page), isJson);
type Items = NonNullable<ReturnType<typeof read>>['items'];
const textsOf = (items: Items | undefined) =>
  items === undefined ? null : itemsOf({ ...items, worst: null }).map(({ text }) => text);
/** The ids at the recorded positions, item by item. */
const idsOf = ({ texts, ids }: Pick<Items, 'texts' | 'ids'>) =>
  Array.from({ length: ids.length / 2 }, (_, item) => {
    const [start = 0, end = 0] = ids.subarray(2 * item);
    return end === 0 ? null : textAt(texts, start, end);
  });

/** Each item as it is written. */
const itemTexts = (page: string) => textsOf(read(page)?.items);

describe('readWritten', () => {
  it('gives each item exactly as written, wherever the items are', () => {
    expect(
      itemTexts('{"a":{"items":[9]},"items": [ {"n":1.50}, [1, 2] ,"x",null,1e400 ],"z":[{"items":[1]}]}'),
    ).toEqual(['{"n":1.50}', '[1, 2]', '"x"', 'null', '1e400']);
    expect(itemTexts('{"it\\u0065ms":[1]}')).toEqual(['1']);
    expect(itemTexts('{"items":[1],"items":[2]}')).toEqual(['2']);
  });

  it.each([
    '[]',
    '{}',
    '{"items":{"items":[1]}}',
    '{"items":null}',
    '{"items":[1],"items":1}',
    '[[1]]',
    'no',
    '',
  ])('does not take this for a page: %s', (text) => expect(itemTexts(text)).toBeNull());

  it('gives the same items as JSON.parse for any page', () => {
    fc.assert(
      fc.property(fc.array(parsableValue()), parsableValue(), fc.nat(4), (items, other, indent) => {
        const text = JSON.stringify({ before: other, items, after: other }, null, indent);
        const texts = itemTexts(text) ?? [];
        expect(texts.map((item): unknown => JSON.parse(item))).toEqual(
          items.map((item): unknown => JSON.parse(JSON.stringify(item))),
        );
      }),
    );
  });

  it('is not misled by brackets, quotes and names inside strings', () => {
    const items = [
      '{"a":"]},\\\\","id":"\\"i\\\\"}',
      '"id"',
      '{"b":"id", "id" : "x","c":[{"id":"y"}]}',
      '-1e+3',
      '{}',
    ];
    const page = read(`{ "items":[ ${items.join(' ,')}] ,"limit":5\n}`);
    expect(textsOf(page?.items)).toEqual(items);
    expect(page && idsOf(page.items)).toEqual(['"i\\', null, 'x', null, null]);
    expect(page?.envelope.get('limit')).toBe(5);
  });

  it('ends on any text, even invalid JSON, at worst with a JSON error', () => {
    const page = '{"a":1,"items":[{"id":"x\\"","b":[1,{}]},7],"z":{"c":"d"}}';
    const sign = fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', 'i', '1');
    const noise = fc.string({ unit: sign });
    fc.assert(
      fc.property(fc.nat(page.length), noise, (cut, more) => {
        for (const text of [page.slice(0, cut) + more, more]) {
          try {
            read(text, true);
          } catch (error) {
            expect(String(error)).toMatch(/JSON/);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same ids and envelope as JSON.parse, whatever names repeat', () => {
    const value = fc.constantFrom(
      '"a"',
      '"\\u0062"',
      '""',
      '7',
      '-1.5e3',
      'true',
      'null',
      '{"id":"no"}',
      '["no"]',
    );
    const name = fc.constantFrom('"id"', '"\\u0069d"', '"type"', '"limit"', '"next_cursor"', '"__proto__"');
    const object = fc
      .array(fc.tuple(name, value))
      .map((members) => `{${members.map((member) => member.join(':')).join(',')}}`);
    const items = fc.array(fc.oneof(object, value)).map((all) => `"items":[${all.join(',')}]`);
    const member = fc.oneof(
      items,
      fc.tuple(name, fc.oneof(value, object)).map((pair) => pair.join(' : ')),
    );
    fc.assert(
      fc.property(fc.array(member), items, (members, last) => {
        const text = `{${[...members, last].join(',')}}`;
        const page = read(text);
        const parsed: Record<string, unknown> & { items: readonly unknown[] } = JSON.parse(text);
        expect(page && idsOf(page.items)).toEqual(
          parsed.items.map((item) => idOf({ text: JSON.stringify(item) })),
        );
        for (const key of ['id', 'type', 'limit', 'next_cursor'])
          expect(page?.envelope.get(key)).toEqual(parsed[key]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('readPage', () => {
  it('reads the envelope tolerantly and marks each item with its most serious finding', async () => {
    const items = [conforming, { ...conforming, more: 1 }, { ...conforming, id: 7 }, 'text'];
    const page = await readPage(
      answered(JSON.stringify({ items, limit: '3', next_cursor: 'n', previous_cursor: null })),
      noBodies,
    );
    expect(page).toMatchObject({ limit: null, nextCursor: 'n', previousCursor: null });
    expect(page?.items.worst).toEqual([null, 'note', 'error', 'error']);
    expect(page && idsOf(page.items)).toEqual([conforming.id, conforming.id, null, null]);
    expect(page && itemsOf(page.items).map(idOf)).toEqual(page && idsOf(page.items));
  });

  it('reads a page behind a byte order mark', async () => {
    const page = await readPage(
      answered(`\ufeff${JSON.stringify({ items: [conforming], next_cursor: 'n' })}`),
      noBodies,
    );
    expect(page).toMatchObject({ nextCursor: 'n' });
    expect(page && itemsOf(page.items).map(idOf)).toEqual([conforming.id]);
  });

  it('takes the last items and the last id when names repeat', async () => {
    const page = await readPage(
      answered('{"items":[{"id":"no"}],"items":[{"id":"a","id":"b"},{},{"\\u0069d":"c"},[],null]}'),
      noBodies,
    );
    expect(page && idsOf(page.items)).toEqual(['b', null, 'c', null, null]);
    expect(page && itemsOf(page.items).map(idOf)).toEqual(page && idsOf(page.items));
  });

  it('marks every item, even if there are more than a check lists findings for', async () => {
    const items = Array.from({ length: 700 }, () => ({ ...conforming, a: 1, b: 2 }));
    const page = await readPage(answered(JSON.stringify({ items, limit: 700 })), noBodies);
    expect(page?.items.worst?.filter((worst) => worst === 'note')).toHaveLength(700);
  });

  it('reads and checks a page whose body is in the store, unless it is incomplete', async () => {
    const bytes = Buffer.from(
      JSON.stringify({ items: [conforming, { ...conforming, type: 'x' }], limit: 2 }),
    );
    const stored: Body = {
      kind: 'stored',
      bodyId: 'b',
      bytes: bytes.length,
      encoding: 'utf-8',
      complete: true,
    };
    const bodies = { read: () => Promise.resolve(bytes), takeBytes };
    const check = { kind: 'not-checked', why: 'took-too-long' } as const;
    const exchange = { ...exchangeOf(200, stored), check };
    expect((await readPage(exchange, bodies))?.items.worst).toEqual([null, 'error']);
    const cut = exchangeOf(200, { ...stored, complete: false });
    expect(await readPage(cut, bodies)).toBeNull();
  });

  it.each([
    [404, '{"items":[]}'],
    [200, '<html>'],
    [200, '{"items":1}'],
  ])('takes no other answer for a page: %i %s', async (status, text) => {
    expect(await readPage(exchangeOf(status, text), noBodies)).toBeNull();
  });
});
