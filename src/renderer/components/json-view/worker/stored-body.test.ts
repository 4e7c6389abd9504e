import { describe, expect, it } from 'vitest';
import { readerOf } from '../test-support/connected';
import type { ReadSlice } from './body-reader';
import { encoder, useSessions } from './viewer-sessions.fixture';

const session = useSessions();

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
