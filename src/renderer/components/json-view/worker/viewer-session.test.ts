import { afterEach, describe, expect, it } from 'vitest';
import { connected, readerOf } from '../test-support/connected';
import type { Piece } from '../rows/pieces';
import type { ReadSlice } from './body-reader';
import type { ValuePart, ViewerState, ViewerSyntax } from './messages';

const encoder = new TextEncoder();
const open: { close(): void }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
});

function session(readerFor?: (address: string) => ReadSlice) {
  const line = connected(readerFor);
  open.push(line.client);
  return line;
}

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

describe('a stored body', () => {
  const large = encoder.encode(
    JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ id: at, text: 'x'.repeat(80) }))),
  );
  const source = { kind: 'stored', address: 'app://explorer/bodies/1', bytes: large.length } as const;

  it('shows rows before all of it is read, and everything at the end', async () => {
    const { client, states, history, until } = session(readerOf({ [source.address]: large }));
    await client.ask('open', { source, syntax: 'json', rows: null });
    await until(() => states.state?.phase === 'done');
    expect(states.state).toMatchObject({
      readBytes: large.length,
      nodeCount: 180_001,
      rowCount: 60_001,
    });
    const early = history.find(({ rowCount }) => rowCount > 0);
    expect(early).toMatchObject({ phase: 'reading' });
    expect(early?.readBytes).toBeLessThan(300_000);
    expect(states.state?.indexBytes).toBeLessThan(large.length);
  });

  it('can be stopped and resumed', async () => {
    let resume: (() => void) | null = null;
    const inner = readerOf({ [source.address]: large })(source.address);
    const held: ReadSlice = async (start, into, signal) => {
      if (start > 0 && resume === null) await new Promise<void>((resolve) => (resume = resolve));
      return inner(start, into, signal);
    };
    const { client, states, until } = session(() => held);
    await client.ask('open', { source, syntax: 'json', rows: null });
    await until(() => (states.state?.readBytes ?? 0) > 0);
    await client.ask('filter', { path: '$[*].id' });
    expect(states.filter).toMatchObject({ done: false });
    await client.ask('stop', null);
    expect(states.state?.phase).toBe('stopped');
    await until(() => states.filter?.done === true);
    expect(states.filter?.count).toBeGreaterThan(100);
    const rows = states.state?.rowCount ?? 0;
    expect(rows).toBeGreaterThan(100);
    await client.ask('resume', null);
    await until(() => states.state?.phase === 'done');
    await until(() => states.filter?.count === 60_000);
    await until(() => states.state?.rowCount === 120_001);
  });

  it('reports if it is gone, and if it ends too early', async () => {
    const gone = session(readerOf({}));
    await gone.client.ask('open', { source, syntax: 'json', rows: null });
    await gone.until(() => gone.states.state?.phase === 'failed');
    expect(gone.states.state?.problem).toBe('The app no longer holds this body.');
    const short = session(readerOf({ [source.address]: large.subarray(0, 1_000_000) }));
    await short.client.ask('open', { source, syntax: 'json', rows: null });
    await short.until(() => short.states.state?.phase === 'failed');
    expect(short.states.state).toMatchObject({ problem: 'The body ended before all of it was read.' });
    expect(short.states.state?.failure?.offset).toBe(1_000_000);
    expect(short.states.state?.nodeCount).toBeGreaterThan(10_000);
  });

  it('runs filters and searches to the end once it is read', async () => {
    const { client, states, until } = session(readerOf({ [source.address]: large }));
    await client.ask('open', { source, syntax: 'json', rows: null });
    await client.ask('filter', { path: '$[-1].id' });
    await client.ask('search', { text: '59999', matchCase: false, row: 0 });
    await until(() => states.filter?.done === true && states.filter.count === 1);
    await until(() => states.search?.done === true && states.search.count === 1);
    expect(await client.ask('copySelected', null)).toEqual({ text: '[\n59999\n]', masked: false });
  });

  describe('after its beginning was shown', () => {
    const whole = new TextDecoder().decode(large);
    const beginning = { kind: 'beginning', text: whole.slice(0, 30_000) } as const;

    it('continues from there, keeping rows and folding', async () => {
      const { client, states, history, until } = session(readerOf({ [source.address]: large }));
      await client.ask('open', { source: beginning, syntax: 'json', rows: null });
      await until(() => states.state?.phase === 'arriving');
      const rows = states.state?.rowCount ?? 0;
      expect(rows).toBeGreaterThan(200);
      await client.ask('fold', { node: 4, open: true });
      const before = history.length;
      await client.ask('open', { source, syntax: 'json', rows: null });
      await until(() => states.state?.phase === 'done');
      expect(states.state).toMatchObject({ nodeCount: 180_001, rowCount: 60_003 });
      expect(Math.min(...history.slice(before).map(({ rowCount }) => rowCount))).toBeGreaterThan(rows);
      expect(await client.ask('rowOf', { node: 5 })).toEqual({ node: 5, row: 3 });
    });

    it('is read again if it starts differently', async () => {
      const { client, states, until } = session(readerOf({ [source.address]: large }));
      await client.ask('open', { source: { ...beginning, text: '[1,[2,3],' }, syntax: 'json', rows: null });
      await until(() => states.state?.phase === 'arriving');
      await client.ask('fold', { node: 2, open: true });
      await client.ask('open', { source, syntax: 'json', rows: null });
      await until(() => states.state?.phase === 'done');
      expect(states.state).toMatchObject({ nodeCount: 180_001, rowCount: 60_001 });
    });

    it('runs a filter once it is complete', async () => {
      const { client, states, until } = session(readerOf({ [source.address]: large }));
      await client.ask('open', { source: beginning, syntax: 'json', rows: null });
      await client.ask('filter', { path: '$[-1].id' });
      expect(states.filter).toMatchObject({ done: false });
      await client.ask('open', { source, syntax: 'json', rows: null });
      await until(() => states.filter?.done === true);
      expect(await client.ask('copySelected', null)).toEqual({ text: '[\n59999\n]', masked: false });
    });

    it('can be replaced by another body', async () => {
      const { client, states, until } = session(readerOf({ [source.address]: large }));
      await client.ask('open', { source: beginning, syntax: 'json', rows: null });
      await client.ask('open', { source, syntax: 'json', rows: null });
      await client.ask('open', { source: { kind: 'text', text: '[1]' }, syntax: 'json', rows: null });
      await until(() => states.state?.phase === 'done');
      expect(states.state).toMatchObject({ nodeCount: 2 });
    });
  });

  it('is rejected if it is too large', async () => {
    const { client } = session(readerOf({}));
    const huge = { ...source, bytes: 3_000_000_000 };
    await expect(client.ask('open', { source: huge, syntax: 'json', rows: null })).rejects.toThrow(
      'larger than the viewer can hold',
    );
  });
});
