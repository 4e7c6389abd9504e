import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { deflate } from '@main/buyers/compression';
import { packItems } from '@shared/bridge/packed-items';
import { unanswered } from '@shared/testing/exchanges';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import { all } from './buyers';
import type { CommandContext } from './command';

/** What is written to standard error about a load with these answers. */
function heard(ask: () => Promise<unknown>, events: EventEmitter) {
  const said: string[] = [];
  const context = {
    ...{ app: { ask, events }, format: 'csv', output: new Output(null, new PassThrough()) },
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  return { context, said };
}

it('writes a nested field as JSON, and reports progress from the first page on', async () => {
  const events = new EventEmitter();
  const state = { rows: 0, pages: 0, nextCursor: null, wait: null };
  const items = [{ id: 'b1', display_name: { first: 'Ada' }, created_at: ['2026'] }];
  const ask = () => {
    events.emit('buyersLoad', { items: packItems([], deflate), state });
    const text = items.map((item) => ({ text: JSON.stringify(item), worst: null }));
    events.emit('buyersLoad', { items: packItems(text, deflate), state: { ...state, rows: 1, pages: 1 } });
    return Promise.resolve({ end: { kind: 'complete' }, state });
  };
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const said: string[] = [];
  const context = {
    app: { ask, events },
    format: 'csv',
    output,
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  expect(await all({ limit: null, cursor: null, parameters: [] }, 10)(context)).toBe(EXIT.done);
  await output.close();
  expect(String(stdout.read()).split('\r\n')[1]).toBe('b1,"{""first"":""Ada""}",,"[""2026""]",');
  expect(said).toEqual(['1 buyer in 1 page']);
});

it('says how to continue a load that broke off, and reports each number of rows once', async () => {
  const events = new EventEmitter();
  const state = { rows: 1, pages: 1, nextCursor: 'page 2', wait: null };
  const exchange = unanswered({
    kind: 'failed',
    failure: 'proxy',
    detail: 'ECONNREFUSED',
    mayHaveArrived: false,
  });
  const ask = () => {
    for (const part of [
      { items: packItems([], deflate), state },
      { items: packItems([], deflate), state },
    ])
      events.emit('buyersLoad', part);
    return Promise.resolve({ end: { kind: 'failed', exchange }, state });
  };
  const { context, said } = heard(ask, events);
  expect(await all({ limit: null, cursor: null, parameters: [] }, 10)(context)).toBe(EXIT.failed);
  expect(said.filter((words) => words === '1 buyer in 1 page')).toHaveLength(1);
  expect(said.at(-1)).toBe("Continue with --cursor 'page 2'");
});

it('says why it is waiting, and until when, even before the first page', async () => {
  const events = new EventEmitter();
  const wait = {
    reason: 'Rate limited by the service (429 with Retry-After)',
    until: '2026-01-31T12:34:56.789Z',
  };
  const state = { rows: 0, pages: 0, nextCursor: null, wait: null };
  const ask = () => {
    for (const one of [wait, wait, null])
      events.emit('buyersLoad', { items: packItems([], deflate), state: { ...state, wait: one } });
    return Promise.resolve({ end: { kind: 'complete' }, state });
  };
  const { context, said } = heard(ask, events);
  expect(await all({ limit: null, cursor: null, parameters: [] }, 10)(context)).toBe(EXIT.done);
  expect(said).toEqual([
    '0 buyers in 0 pages. Rate limited by the service (429 with Retry-After): continuing at 12:34:56 UTC',
  ]);
});

it('says that the next cursor of the last page is empty', async () => {
  const state = { rows: 0, pages: 0, nextCursor: null };
  const ask = () => Promise.resolve({ end: { kind: 'complete', oddCursor: '""' }, state });
  const said: string[] = [];
  const context = {
    app: { ask, events: new EventEmitter() },
    format: 'csv',
    output: new Output(null, new PassThrough()),
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  expect(await all({ limit: null, cursor: null, parameters: [] }, 10)(context)).toBe(EXIT.done);
  expect(said).toEqual([expect.stringContaining('gives "" as its next cursor')]);
});

it.each([
  { end: 'cap', most: 3, rows: 3 },
  { end: 'complete', most: 3, rows: 3 },
  { end: 'complete', most: 4, rows: 4 },
])('writes at most $most rows of a page of 4 when the load ends with $end', async ({ end, most, rows }) => {
  const events = new EventEmitter();
  const state = { rows: 4, pages: 1, nextCursor: end === 'cap' ? 'c' : null, wait: null };
  const items = ['1', '2', '3', '4'].map((id) => ({ text: JSON.stringify({ id }), worst: null }));
  const ask = () => {
    events.emit('buyersLoad', { items: packItems(items.slice(0, 2), deflate), state: { ...state, rows: 2 } });
    events.emit('buyersLoad', { items: packItems(items.slice(2), deflate), state });
    return Promise.resolve({ end: { kind: end }, state });
  };
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const said: string[] = [];
  const context = {
    app: { ask, events },
    format: 'ndjson',
    output,
    say: (words: string) => said.push(words),
  } as unknown as CommandContext;
  expect(await all({ limit: null, cursor: null, parameters: [] }, most)(context)).toBe(EXIT.done);
  await output.close();
  expect(String(stdout.read()).trim().split('\n')).toHaveLength(rows);
  expect(said.join(' ').includes('Stopped after 3 buyers: --most takes more.')).toBe(rows < 4);
  expect(said).toContain(`${rows} buyers in 1 page`);
});
