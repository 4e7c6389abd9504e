import { createPinia, setActivePinia } from 'pinia';
import { flushPromises } from '@vue/test-utils';
import { deflateSync } from 'fflate';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoadEnd, LoadOutcome, LoadState } from '@shared/bridge/buyers';
import { packItems, type LoadProgress } from '@shared/bridge/packed-items';
import { refuse, succeed, type Result } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { exchangeOf } from '@shared/testing/exchanges';
import { listLoadOf, type ListLoad } from './use-list-load';

let tell: (progress: LoadProgress) => void;
let answer: (result: Result<LoadOutcome>) => void;
let callId: string;
let load: ListLoad;

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: (name: string, listener: typeof tell) => name === 'listLoad' && (tell = listener),
    cancelCall: () => Promise.resolve(succeed(true)),
    loadList: (argument: { callId: string }) => {
      callId = argument.callId;
      return new Promise<Result<LoadOutcome>>((resolve) => (answer = resolve));
    },
  });
  load = listLoadOf({});
});
afterEach(() => vi.unstubAllGlobals());

const request = (path: string): RequestSpec => ({
  version: 1,
  operation: 'free',
  target: { method: 'GET', path },
  pathParameters: {},
  query: [],
  headers: [],
  body: null,
});
const stateOf = (rows: number): LoadState => ({
  loadId: '11111111-0000-4000-8000-000000000000',
  profile: exchangeOf(200, '').profile,
  query: { limit: null, cursor: null, parameters: [] },
  cap: 10_000,
  ...{ rows, pages: rows, nextCursor: null, repeats: 0, firstRepeats: [] },
  ...{ paused: false, wait: null, written: true },
});
function start(path = '/orders'): void {
  const next = { kind: 'field', steps: ['next'], parameter: 'cursor' } as const;
  const shape = { items: ['items'], next, previous: null };
  void load.start({ request: request(path), shape, columns: [], profileId: 'p' });
}
function come(text: string): void {
  tell({ callId, state: stateOf(1), firstRow: 0, items: packItems([{ text, worst: null }], deflateSync) });
}
async function finish(end: LoadEnd, rows: number): Promise<void> {
  answer(succeed({ end, state: stateOf(rows) }));
  await flushPromises();
}
const rows = () => [...(load.table.value?.rows ?? [])].map(({ text }) => text);

it('keeps a complete load until the next one has rows, and restores it if that one is cancelled', async () => {
  start();
  come('"a"');
  await finish({ kind: 'complete' }, 1);
  start();
  expect([load.running.value, rows()]).toEqual([true, ['"a"']]);
  come('"b"');
  expect(rows()).toEqual(['"b"']);
  await finish({ kind: 'cancelled' }, 1);
  come('"late"');
  expect(rows()).toEqual(['"a"']);
  expect(load.call.shown?.end).toEqual({ kind: 'complete' });
  expect(load.again.value).toMatchObject({ end: { kind: 'cancelled' }, state: { rows: 1 } });

  start();
  answer(refuse({ code: 'x', title: 'No', meaning: '', nextStep: '', detail: null }));
  await flushPromises();
  expect([rows(), load.call.shown, load.call.problem?.title]).toEqual([['"a"'], null, 'No']);

  start();
  expect(rows()).toEqual(['"a"']);
  come('"c"');
  await finish({ kind: 'complete' }, 1);
  expect([rows(), load.again.value]).toEqual([['"c"'], null]);
});

it('drops a complete load when another request is loaded', async () => {
  start();
  come('"a"');
  await finish({ kind: 'complete' }, 1);
  start('/items');
  expect(rows()).toEqual([]);
  await finish({ kind: 'cancelled' }, 0);
  expect([rows(), load.again.value]).toEqual([[], null]);
});
