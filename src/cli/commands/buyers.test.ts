import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { deflate } from '@main/buyers/compression';
import { packItems } from '@shared/bridge/packed-items';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import { all } from './buyers';
import type { CommandContext } from './command';

it('writes a field of any shape as JSON, and counts from the first page on', async () => {
  const events = new EventEmitter();
  const state = { rows: 0, pages: 0, nextCursor: null };
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

it('says of a last page whose next cursor is empty that nobody knows whether there are more', async () => {
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
