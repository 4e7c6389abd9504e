import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findListShape } from './list-shape';
import { queryOfPage, readList } from './read-list';

/** The cursors of a page and where they go: `cursor=abc`. */
function cursors(parameters: readonly string[], body: unknown) {
  const shape = findListShape(parameters, body);
  const page = shape && readList(JSON.stringify(body), shape);
  if (shape === null || page === null) return null;
  const { next, previous } = page;
  return {
    items: page.items.length,
    next: next && `${shape.next.parameter}=${next}`,
    previous: previous && `${shape.previous?.parameter ?? ''}=${previous}`,
  };
}
const one = { id: 'a' };

describe('an answer that is a page of a list', () => {
  it.each<[string, readonly string[], unknown, unknown]>([
    [
      'from the specification',
      ['cursor', 'limit'],
      { items: [one], limit: 1, next_cursor: 'n', previous_cursor: 'p' },
      { items: 1, next: 'cursor=n', previous: 'cursor=p' },
    ],
    [
      'its last page',
      ['cursor'],
      { items: [one], limit: 1, next_cursor: null, previous_cursor: null },
      { items: 1, next: null, previous: null },
    ],
    [
      'with a cursor under its own name',
      ['cursor', 'next_token'],
      { orders: [one], next_token: 't' },
      { items: 1, next: 'next_token=t', previous: null },
    ],
    [
      'with a token',
      ['pageToken', 'pageSize'],
      { files: [], nextPageToken: 't' },
      { items: 0, next: 'pageToken=t', previous: null },
    ],
    [
      'with the last id',
      ['starting_after', 'ending_before'],
      { object: 'list', data: [one, { id: 'b' }], has_more: true },
      { items: 2, next: 'starting_after=b', previous: 'ending_before=a' },
    ],
    [
      'with no more',
      ['starting_after'],
      { data: [one], has_more: false },
      { items: 1, next: null, previous: null },
    ],
    [
      'with cursors in an object beside the items',
      ['after'],
      { data: [one], paging: { cursors: { after: 'x', before: 'y' } } },
      { items: 1, next: 'after=x', previous: 'after=y' },
    ],
    [
      'in a wrapper',
      ['cursor'],
      { data: { customers: [one], next_cursor: 'n' }, ok: true },
      { items: 1, next: 'cursor=n', previous: null },
    ],
    [
      'with an address',
      ['cursor'],
      { results: [one], next: 'https://x.example/a?limit=2&cursor=n%2F1', previous: null },
      { items: 1, next: 'cursor=n/1', previous: null },
    ],
    [
      'with a number',
      ['cursor'],
      { items: [one], next_cursor: 12 },
      { items: 1, next: 'cursor=12', previous: null },
    ],
  ])('%s', (_name, parameters, body, found) => expect(cursors(parameters, body)).toEqual(found));

  it.each<[string, readonly string[], unknown]>([
    [
      'an answer of an operation without a parameter for the cursor',
      ['limit', 'page'],
      { items: [one], next_cursor: 'n' },
    ],
    ['an object without a field for the next page', ['cursor'], { items: [one] }],
    ['an array of strings', ['cursor'], { items: ['a'], next_cursor: 'n' }],
    [
      'an object with several arrays of unusual names',
      ['cursor'],
      { orders: [one], refunds: [one], next_cursor: 'n' },
    ],
    [
      'an object whose next URL lacks such a parameter',
      ['cursor'],
      { items: [one], next: 'https://x.example/a?page=2' },
    ],
    ['an array that is the whole answer', ['cursor'], [one]],
    ['a string', ['cursor'], 'items'],
  ])('is not %s', (_name, parameters, body) => expect(cursors(parameters, body)).toBeNull());

  it('keeps its items as written', () => {
    const text = '{"items":[{"n": 1.0, "n":12345678901234567890}],"next_cursor":null}';
    const shape = findListShape(['cursor'], JSON.parse(text));
    expect(shape && readList(text, shape)?.items).toEqual(['{"n": 1.0, "n":12345678901234567890}']);
    expect(shape && readList(`\ufeff${text}`, shape)).toEqual(shape && readList(text, shape));
    expect(shape && readList('{"items":1}', shape)).toBeNull();
    expect(shape && readList('no JSON', shape)).toBeNull();
  });

  it('is found or not in any JSON without throwing, and its items are those of the array', () => {
    const name = fc.constantFrom(
      'items',
      'data',
      'next',
      'next_cursor',
      'has_more',
      'paging',
      'id',
      '__proto__',
    );
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<unknown>('x', '', 3, null, true, '/a?cursor=b', 'https://['),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(name, tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (body) => {
        const text = JSON.stringify(body);
        const shape = findListShape(['cursor', 'starting_after'], JSON.parse(text));
        const page = shape && readList(text, shape);
        for (const item of page?.items ?? []) expect(JSON.parse(item)).toBeTypeOf('object');
        for (const cursor of [page?.next, page?.previous]) expect(cursor).not.toBe('');
        expect(shape === null || page !== null).toBe(true);
      }),
    );
  });
});

describe('the query of another page', () => {
  const shape = findListShape(['starting_after', 'ending_before'], { data: [one], has_more: true });
  it('replaces the cursor in its place, and adds no other', () => {
    if (shape === null) throw new Error('no list');
    expect(queryOfPage([['limit', '2']], shape, shape.next, 'b')).toEqual([
      ['limit', '2'],
      ['starting_after', 'b'],
    ]);
    expect(queryOfPage([], shape, shape.next, '${x}')[0]?.[1]).not.toBe('${x}');
    const before = [
      ['ending_before', 'x'],
      ['limit', '2'],
      ['limit', '3'],
    ] as const;
    expect(queryOfPage(before, shape, shape.next, 'b')).toEqual([
      ['starting_after', 'b'],
      ['limit', '2'],
      ['limit', '3'],
    ]);
  });
});
