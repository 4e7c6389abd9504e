import { deflateSync } from 'fflate';
import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadEnd, LoadOutcome, LoadState, ResumableLoad } from '@shared/bridge/buyers';
import { packItems } from '@shared/bridge/packed-items';
import { refuse, succeed, type Result } from '@shared/problem';
import { serveSort } from '@renderer/components/data-grid/sort/serve-sort';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { useStatusStore } from '@renderer/stores/status';
import { useBuyersForm } from './buyers-form';
import { useBuyersLoad } from './load-store';
import { activate, exchangeOn, fakeExplorer, item, loadState, plainQuery, profiles } from './stores.fixture';

let { explorer, send } = fakeExplorer();
/** Answers the call in progress, in place of main. */
let finish: (end: LoadEnd, state?: Partial<LoadState>) => Promise<void>;

beforeEach(() => {
  ({ explorer, send } = fakeExplorer());
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', explorer);
  vi.stubGlobal('Worker', workerHere(serveSort));
  activate(profiles[0]);
  const begin = () =>
    new Promise<Result<LoadOutcome>>((resolve) => {
      finish = async (end, state) => {
        resolve(succeed({ end, state: loadState(state) }));
        await nextTick();
        await nextTick();
      };
    });
  explorer.loadBuyers.mockImplementation(begin);
  explorer.resumeBuyersLoad.mockImplementation(begin);
});
afterEach(() => vi.unstubAllGlobals());

const callId = () => useBuyersLoad().call?.callId ?? '';
const rows = (...ids: string[]) =>
  packItems(
    ids.map((id) => item({ id })),
    deflateSync,
  );
const ids = () => [...(useBuyersLoad().table?.rows ?? [])].map(({ text }) => /"id":"(\w+)"/.exec(text)?.[1]);

/** Sends the event for rows that begin at `firstRow`. */
function tell(firstRow: number, ...names: string[]): void {
  const state = loadState({ rows: firstRow + names.length });
  send('buyersLoad', { callId: callId(), state, firstRow, items: rows(...names) });
}

const stopped: ResumableLoad = {
  loadId: '22222222-0000-4000-8000-000000000000',
  profileId: 'a',
  query: plainQuery,
  cap: 10_000,
  rows: 6,
  pages: 3,
  nextCursor: '6',
  stoppedAt: '2026-01-01T00:00:00.000Z',
  rowsKept: false,
  refusal: null,
};

describe('a load of buyers', () => {
  it('adds rows as they arrive, including those after its answer', async () => {
    const load = useBuyersLoad();
    void load.start();
    await nextTick();
    tell(0, 'a', 'b');
    const id = callId();
    expect(load.running).toBe(true);
    await finish({ kind: 'complete' }, { rows: 3 });
    expect(load.running).toBe(false);
    send('buyersLoad', { callId: id, state: loadState({ rows: 2 }), firstRow: 2, items: rows('c') });
    expect(ids()).toEqual(['a', 'b', 'c']);
    expect(load.state?.rows).toBe(3);
    expect(load.resumable).toBe(false);
  });

  it('is filtered from the start by what was sought on one page, also if it replaces a complete load', async () => {
    const load = useBuyersLoad();
    void load.start('papa');
    await nextTick();
    tell(0, 'a');
    expect(load.table?.filter.value).toBe('papa');
    await finish({ kind: 'complete' }, { rows: 1 });
    void load.start('mama');
    await nextTick();
    await nextTick();
    tell(0, 'b');
    expect(load.table?.filter.value).toBe('mama');
    void load.start();
    await nextTick();
    await nextTick();
    tell(0, 'c');
    expect(load.table?.filter.value).toBe('');
  });

  it('ignores rows of an earlier load', async () => {
    const load = useBuyersLoad();
    void load.start();
    await nextTick();
    tell(0, 'old');
    const id = callId();
    void load.start();
    await nextTick();
    await nextTick();
    expect(explorer.cancelCall).toHaveBeenCalledWith({ callId: id });
    send('buyersLoad', { callId: id, state: loadState(), firstRow: 1, items: rows('older') });
    tell(0, 'new');
    expect(ids()).toEqual(['new']);
  });

  it('resumes with a higher cap, and tells main how many rows it has', async () => {
    const load = useBuyersLoad();
    const form = useBuyersForm();
    form.cap = '2';
    void load.start();
    await nextTick();
    tell(0, 'a', 'b');
    await finish({ kind: 'cap' }, { rows: 2 });
    expect(load.resumable).toBe(true);
    void load.resume();
    await nextTick();
    expect(explorer.resumeBuyersLoad).toHaveBeenCalledWith(expect.objectContaining({ cap: 4, held: 2 }));
    tell(2, 'c');
    expect(ids()).toEqual(['a', 'b', 'c']);
  });

  it('clears its failure from the status bar when it resumes', async () => {
    const load = useBuyersLoad();
    const status = useStatusStore();
    void load.start();
    await nextTick();
    tell(0, 'a', 'b');
    const exchange = exchangeOn(profiles[0]);
    await finish({ kind: 'failed', exchange }, { rows: 2 });
    expect(status.exchange?.id).toBe(exchange.id);
    void load.resume();
    expect(status.exchange).toBeNull();
    await finish({ kind: 'complete' }, { rows: 3 });
    expect(status.exchange).toBeNull();
  });

  it('resumes a load from an earlier run, and knows how many rows are missing', async () => {
    explorer.describeStoppedLoad.mockResolvedValue(succeed(stopped) as never);
    const load = useBuyersLoad();
    await nextTick();
    await nextTick();
    expect(load.stopped).toEqual(stopped);
    void load.resumeStopped();
    await nextTick();
    expect(load.stopped).toBeNull();
    expect(explorer.resumeBuyersLoad).toHaveBeenCalledWith(
      expect.objectContaining({ loadId: stopped.loadId, held: 0 }),
    );
    tell(6, 'g', 'h');
    expect(load.missing).toBe(6);
    expect(ids()).toEqual(['g', 'h']);
  });

  it('keeps the offer to resume an earlier load, and the table, if the cap is invalid', async () => {
    explorer.describeStoppedLoad.mockResolvedValue(succeed(stopped) as never);
    const load = useBuyersLoad();
    await nextTick();
    await nextTick();
    const { table } = load;
    useBuyersForm().cap = 'many';
    await load.resumeStopped();
    expect(load.stopped).toEqual(stopped);
    expect(load.table).toBe(table);
    expect(explorer.resumeBuyersLoad).not.toHaveBeenCalled();
  });

  it('cannot be resumed on another profile, and asks main for the stopped load there', async () => {
    const load = useBuyersLoad();
    void load.start();
    await nextTick();
    tell(0, 'a');
    await finish({ kind: 'cancelled' }, { rows: 1 });
    expect(load.resumable).toBe(true);
    activate(profiles[1]);
    await nextTick();
    expect(load.foreignProfile?.name).toBe('A');
    expect(load.resumable).toBe(false);
    expect(explorer.describeStoppedLoad).toHaveBeenLastCalledWith({ profileId: 'b' });
    activate(profiles[0]);
    expect(load.resumable).toBe(true);
  });

  it('does not start with an invalid form, and shows why main refused it', async () => {
    const load = useBuyersLoad();
    const form = useBuyersForm();
    form.cap = 'many';
    expect(await load.start()).toBe(false);
    expect(explorer.loadBuyers).not.toHaveBeenCalled();
    form.cap = '5';
    const problem = { code: 'no-token', title: 'T', meaning: 'M', nextStep: 'N', detail: null };
    explorer.loadBuyers.mockResolvedValueOnce(refuse(problem));
    await load.start();
    expect(load.refused).toEqual(problem);
    expect(load.exists).toBe(true);
  });

  it('offers no stopped load that a new one has replaced before main answered', async () => {
    let answer: (found: Result<ResumableLoad>) => void = () => undefined;
    explorer.describeStoppedLoad.mockImplementation(
      () => new Promise((resolve) => (answer = resolve as never)),
    );
    const load = useBuyersLoad();
    void load.start();
    answer(succeed(stopped));
    await nextTick();
    await nextTick();
    expect(load.stopped).toBeNull();
  });

  it('adds columns that first appear in later rows', async () => {
    const load = useBuyersLoad();
    void load.start();
    await nextTick();
    tell(0, 'a');
    const before = load.columns.length;
    send('buyersLoad', {
      callId: callId(),
      state: loadState(),
      firstRow: 1,
      items: packItems([{ ...item({ tax: 1 }), worst: 'note' }], deflateSync),
    });
    expect(load.columns.slice(before).map(({ id }) => id)).toEqual(['tax']);
  });
});

describe('reloading a complete load', () => {
  async function loadTwice() {
    const load = useBuyersLoad();
    void load.start();
    await nextTick();
    tell(0, 'a', 'b');
    await finish({ kind: 'complete' }, { rows: 2 });
    void load.start();
    await nextTick();
    await nextTick();
    return load;
  }

  it('keeps the old rows until the first new ones arrive', async () => {
    const load = await loadTwice();
    expect([load.running, ids()]).toEqual([true, ['a', 'b']]);
    tell(0, 'c');
    expect(ids()).toEqual(['c']);
    await finish({ kind: 'complete' }, { rows: 1 });
    expect([ids(), load.state?.rows, load.again]).toEqual([['c'], 1, null]);
  });

  it.each([{ kind: 'complete' }, { kind: 'cap' }] as const)(
    'drops the old rows if the new load ended as $kind without rows',
    async (end) => {
      const load = await loadTwice();
      await finish(end, { rows: 0 });
      expect([ids(), load.end]).toEqual([[], end]);
    },
  );

  it.each([
    ['before its first page', []],
    ['on its way', ['c']],
  ])('restores the old rows if the new load is cancelled %s, and ignores late rows', async (_when, came) => {
    const load = await loadTwice();
    const id = callId();
    if (came.length > 0) tell(0, ...came);
    const asked = explorer.describeStoppedLoad.mock.calls.length;
    await finish({ kind: 'cancelled' }, { rows: came.length });
    send('buyersLoad', { callId: id, state: loadState(), firstRow: came.length, items: rows('late') });
    expect([ids(), load.end, load.state?.rows]).toEqual([['a', 'b'], { kind: 'complete' }, 2]);
    expect(load.again).toMatchObject({ end: { kind: 'cancelled' }, state: { rows: came.length } });
    // If the later load can be resumed, this is offered.
    expect(explorer.describeStoppedLoad.mock.calls.length - asked).toBe(came.length);
    void load.start();
    await nextTick();
    expect(load.again).toBeNull();
  });

  it('restores the old rows if main refuses the new load, or if a second one is cancelled', async () => {
    const load = await loadTwice();
    tell(0, 'c');
    void load.start();
    await nextTick();
    await nextTick();
    expect(ids()).toEqual([]);
    await finish({ kind: 'cancelled' });
    expect(ids()).toEqual(['a', 'b']);
    const problem = { code: 'no-token', title: 'T', meaning: 'M', nextStep: 'N', detail: null };
    explorer.loadBuyers.mockResolvedValueOnce(refuse(problem));
    await load.start();
    expect([load.refused, ids(), load.end]).toEqual([problem, ['a', 'b'], { kind: 'complete' }]);
  });
});
