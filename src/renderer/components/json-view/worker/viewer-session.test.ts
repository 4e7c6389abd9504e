import { describe, expect, it } from 'vitest';
import { readerOf } from '../test-support/connected';
import type { Piece } from '../rows/pieces';
import { encoder, useSessions } from './viewer-sessions.fixture';
import type { ValuePart, ViewerState, ViewerSyntax } from './messages';

const session = useSessions();

async function opened(text: string, syntax: ViewerSyntax = 'json') {
  const line = session();
  await line.client.ask('open', { source: { kind: 'text', text }, syntax, rows: null });
  await line.until(() => line.states.state?.phase === 'done');
  return line;
}

function shownText(pieces: readonly Piece[] | null): string {
  return (pieces ?? []).map(({ text }) => text).join('');
}

const LIST = JSON.stringify({
  items: Array.from({ length: 300 }, (_, at) => ({ id: at, name: `Name ${at}` })),
});

describe('a body as text', () => {
  it('opens unfolded if small, and two levels deep if larger', async () => {
    const small = await opened('{"a":{"b":{"c":1}}}');
    expect(small.states.state).toMatchObject({ rowCount: 4, nodeCount: 4, failure: null });
    const larger = await opened(LIST);
    expect(larger.states.state).toMatchObject({ rowCount: 302, nodeCount: 902 });
  });

  it('sends one state on opening, with the requested rows, and those only once', async () => {
    const { client, history } = session();
    const source = { kind: 'beginning', text: '{"a":1,"b":[2' } as const;
    await client.ask('open', { source, syntax: 'json', rows: { first: 0, count: 2 } });
    expect(history.map(({ phase, rowCount }) => [phase, rowCount])).toEqual([['arriving', 3]]);
    const [{ version, firstRows }] = history as [ViewerState];
    expect(firstRows).toEqual(await client.ask('treeRows', { first: 0, count: 2 }));
    expect(firstRows).toMatchObject({ version, first: 0, rows: [{ kind: 'object' }, { kind: 'number' }] });
    await client.ask('setLevels', { levels: 1 });
    expect(history[1]?.firstRows).toBeNull();
  });

  it('sends the rows of a stored body with the first state that has any', async () => {
    const { client, states, history, until } = session(readerOf({ body: encoder.encode('[1,2]') }));
    const source = { kind: 'stored', address: 'body', bytes: 5 } as const;
    await client.ask('open', { source, syntax: 'json', rows: { first: 0, count: 9 } });
    await until(() => states.state?.phase === 'done');
    expect(history.map(({ rowCount, firstRows }) => [rowCount, firstRows?.rows.length ?? 0])).toEqual([
      [0, 0],
      [3, 3],
    ]);
  });

  it('folds, unfolds and navigates', async () => {
    const { client, states } = await opened('{"a":{"b":[1,2]},"c":3}');
    expect(await client.ask('fold', { node: 1, open: null })).toEqual({ node: 1, row: 1 });
    expect(states.state?.rowCount).toBe(3);
    expect(await client.ask('rowOf', { node: 3 })).toEqual({ node: 3, row: -1 });
    expect(await client.ask('parentOf', { node: 3 })).toEqual({ node: 2, row: -1 });
    expect(await client.ask('fold', { node: 5, open: true })).toBeNull();
    expect(await client.ask('reveal', { pointer: '/a/b/1' })).toEqual({ node: 4, row: 4 });
    expect(await client.ask('reveal', { pointer: '/a/missing/deep' })).toEqual({ node: 1, row: 1 });
    await client.ask('setLevels', { levels: 0 });
    expect(states.state?.rowCount).toBe(1);
    expect(await client.ask('place', { node: 4 })).toEqual({ pointer: '/a/b/1', path: '$.a.b[1]' });
  });

  it('masks a security code, also when it is copied alone or selected by a path', async () => {
    const { client } = await opened('{"card":{"cvc":"987","cvv":654,"cvv2":{"value":"321"}},"id":"987"}');
    const copied = [];
    for (const node of [1, 2, 3, 4, 5, 6]) copied.push((await client.ask('copyValue', { node }))?.text);
    expect(copied).toEqual([
      '{"cvc":"•••","cvv":"••• (number)","cvv2":{"value":"•••"}}',
      '•••',
      '•••',
      '{"value":"•••"}',
      '•••',
      '987',
    ]);
    expect(await client.ask('filter', { path: '$.card[*]' })).toBeDefined();
    expect(await client.ask('copySelected', null)).toEqual({
      text: '[\n"•••",\n"••• (number)",\n{"value":"•••"}\n]',
      masked: true,
    });
  });

  it('returns strings decoded, numbers digit for digit, and anything else as received', async () => {
    const { client } = await opened('{"s":"caf\\u00e9\\n","n":1.2300e5,"o":{ "x" : [1 ,2] }}');
    expect(await client.ask('copyValue', { node: 1 })).toEqual({ text: 'café\n', masked: false });
    expect(await client.ask('copyValue', { node: 2 })).toEqual({ text: '1.2300e5', masked: false });
    expect(await client.ask('copyValue', { node: 3 })).toEqual({ text: '{ "x" : [1 ,2] }', masked: false });
    expect(await client.ask('jsonValue', { node: 1 })).toBe('"caf\\u00e9\\n"');
    expect(await client.ask('jsonValue', { node: 3 })).toBe('{ "x" : [1 ,2] }');
  });

  it('returns the text as shown', async () => {
    const { client, states, until } = await opened('{"s":"caf\\u00e9\\u202e","n":1.2300e5}');
    await client.ask('show', { mode: 'text', columns: 5, formatted: false });
    expect(await client.ask('copyText', null)).toBe('{"s":"caf\\u00e9\\u202e","n":1.2300e5}');
    await client.ask('show', { mode: 'text', columns: 5, formatted: true });
    await until(() => (states.state?.lineCount ?? 0) > 1);
    expect(await client.ask('copyText', null)).toBe('{\n  "s": "caf\\u00e9\\u202e",\n  "n": 1.2300e5\n}');
  });

  it('returns no JSON for a very long value', async () => {
    const { client } = await opened(JSON.stringify(['x'.repeat(60_000), 1]));
    expect(await client.ask('jsonValue', { node: 1 })).toBeNull();
    expect(await client.ask('jsonValue', { node: 2 })).toBe('1');
  });

  it('returns a long value in parts', async () => {
    const value = `${'x\\"é😀'.repeat(15_000)}end`;
    const { client } = await opened(`["${value}"]`);
    let text = '';
    for (let from: number | null = 0; from !== null;) {
      const part: ValuePart = await client.ask('valuePart', { node: 1, from });
      text += part.text;
      from = part.next;
    }
    expect(text).toBe(`${'x"é😀'.repeat(15_000)}end`);
  });

  it('reports where invalid JSON fails, and shows what precedes that', async () => {
    const { client, states } = await opened('{"a":1,\n "b":tru}');
    expect(states.state?.failure).toEqual({
      offset: 16,
      line: 2,
      column: 9,
      ended: false,
      sentence: 'Line 2, column 9: found “}” where true, false or null should be.',
    });
    await client.ask('show', { mode: 'text', columns: 80, formatted: true });
    expect(states.state?.rowCount).toBe(2);
    const page = await client.ask('textRows', { first: 0, count: 9 });
    expect(page.rows[1]?.pieces.find(({ emphasis }) => emphasis === 'fault')?.text).toBe('}');
    expect(await client.ask('rowOfOffset', { offset: 16 })).toMatchObject({ row: 1 });
  });

  it('shows text raw or formatted, wrapped at the width, with tokens', async () => {
    const { client, states, until } = await opened('{"name":"abcdefghijklmnopqrst","n":1}');
    await client.ask('show', { mode: 'text', columns: 20, formatted: false });
    await until(() => states.state?.rowCount === 2);
    const raw = await client.ask('textRows', { first: 0, count: 9 });
    expect(raw.rows.map(({ line, pieces }) => [line, shownText(pieces)])).toEqual([
      [1, '{"name":"abcdefghijk'],
      [null, 'lmnopqrst","n":1}'],
    ]);
    expect(raw.rows[1]?.pieces.map(({ token }) => token)).toEqual([
      'string',
      'plain',
      'key',
      'plain',
      'number',
      'plain',
    ]);
    await client.ask('show', { mode: 'text', columns: 40, formatted: true });
    await until(() => states.state?.rowCount === 4);
    expect(states.state?.lineCount).toBe(4);
    const formatted = await client.ask('textRows', { first: 1, count: 2 });
    expect(formatted.rows.map(({ pieces }) => shownText(pieces))).toEqual([
      '  "name": "abcdefghijklmnopqrst",',
      '  "n": 1',
    ]);
  });

  it('shows bytes', async () => {
    const { client } = await opened('{"é":"0123456789abcdef"}');
    await client.ask('show', { mode: 'hex' });
    const { rows } = await client.ask('hexRows', { first: 0, count: 9 });
    expect(rows[0]).toEqual({
      offset: '00000000',
      hex: '7b 22 c3 a9 22 3a 22 30  31 32 33 34 35 36 37 38',
      characters: '{"··":"012345678',
      current: false,
    });
    expect(rows).toHaveLength(2);
  });

  it('reports an empty body as an error without crashing', async () => {
    const { client, states } = await opened('');
    expect(states.state).toMatchObject({ rowCount: 0, failure: { sentence: 'There is no text.' } });
    expect(await client.ask('reveal', { pointer: '/a' })).toBeNull();
    expect((await client.ask('treeRows', { first: 0, count: 5 })).rows).toEqual([]);
  });
});

describe('search and filter', () => {
  it('counts matches, starts at the visible row and wraps around', async () => {
    const { client, states, until } = await opened(LIST);
    await client.ask('search', { text: 'name 29', matchCase: false, row: 150 });
    await until(() => states.search?.done === true && states.search.count > 0);
    expect(states.search).toEqual({ count: 11, capped: false, done: true, current: 1 });
    const place = await client.ask('stepMatch', { by: 0 });
    const page = await client.ask('treeRows', { first: place?.row ?? -1, count: 1 });
    expect(shownText(page.rows[0]?.value ?? null)).toBe('"Name 290"');
    expect(page.rows[0]?.value.find(({ emphasis }) => emphasis === 'current')?.text).toBe('Name 29');
    await client.ask('stepMatch', { by: -1 });
    await client.ask('stepMatch', { by: -1 });
    expect(states.search?.current).toBe(10);
    await client.ask('stepMatch', { by: 1 });
    expect(states.search?.current).toBe(0);
    await client.ask('search', { text: '', matchCase: false, row: 0 });
    expect(states.search).toEqual({ count: 0, capped: false, done: true, current: -1 });
  });

  it('shows what a path selects, copies it, and searches only there', async () => {
    const { client, states, until } = await opened(LIST);
    expect(await client.ask('filter', { path: '$.items[3,5].name' })).toBeNull();
    expect(states.filter).toEqual({ path: '$.items[3,5].name', count: 2, done: true });
    expect(states.state?.rowCount).toBe(6);
    expect(await client.ask('copySelected', null)).toEqual({
      text: '[\n"Name 3",\n"Name 5"\n]',
      masked: false,
    });
    await client.ask('search', { text: 'name', matchCase: true, row: 0 });
    await until(() => states.search?.done === true && states.search.count > 0);
    expect(states.search?.count).toBe(2);
    const { rows } = await client.ask('treeRows', { first: 0, count: 9 });
    expect(rows.map(({ selected }) => selected)).toEqual([false, false, false, true, false, true]);
    await client.ask('filter', { path: '' });
    expect(states.filter).toEqual({ path: '', count: 0, done: true });
    expect(states.state?.rowCount).toBe(302);
  });

  it('rejects an invalid path and keeps the previous filter', async () => {
    const { client, states } = await opened(LIST);
    await client.ask('filter', { path: '$.items[0]' });
    expect(await client.ask('filter', { path: '$[?@.id' })).toMatchObject({ at: 7 });
    expect(states.filter).toMatchObject({ path: '$.items[0]', count: 1 });
  });

  it('finds text in formatted text', async () => {
    const { client, states, until } = await opened('{"a":{"b":1}}');
    await client.ask('show', { mode: 'text', columns: 40, formatted: true });
    await until(() => states.state?.rowCount === 5);
    await client.ask('search', { text: '"b": 1', matchCase: false, row: 0 });
    await until(() => states.search?.count === 1);
    expect(await client.ask('stepMatch', { by: 0 })).toEqual({ row: 2, node: null });
  });
});
