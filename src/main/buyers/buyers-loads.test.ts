import { describe, expect, it } from 'vitest';
import { joinItems } from '@shared/bridge/packed-items';
import type { Exchange } from '@shared/http/exchange';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { BuyersLoads, NOT_RESUMABLE } from './buyers-loads';
import { failingAt, loadsIn, profile } from './loads-in.fixture';
import { idsUpTo, PagedService, plainQuery, readInlinePage } from './paged-service.fixture';
import { testingFolder } from '../testing/testing-folder';

const startRun = loadsIn(testingFolder());

/** An exchange that ends only when it is cancelled. */
function cancelledWith(signal: AbortSignal): Promise<Exchange> {
  const exchange = unanswered({ kind: 'cancelled', mayHaveArrived: true });
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(exchange)));
}
describe('a load of buyers', () => {
  it('delivers its rows in order, and leaves nothing to resume when complete', async () => {
    const run = startRun(new PagedService(idsUpTo(9)).ask);
    const { end, state } = await run.start();
    expect(end).toEqual({ kind: 'complete' });
    expect(state).toMatchObject({ rows: 9, pages: 5, written: true, profile: { id: 'sandbox' } });
    expect(run.ids()).toEqual(idsUpTo(9));
    expect(await run.loads.describeStopped(profile)).toBeNull();
    expect(run.reports).toEqual([]);
  });

  it('is recorded as one exchange with its counts, before and after it is resumed, unless no page came', async () => {
    const run = startRun(failingAt('6').ask);
    const { state } = await run.start();
    expect(run.noted).toMatchObject([
      { loadId: state.loadId, counts: { pages: 3, rows: 6 }, firstPage: { response: { status: 200 } } },
    ]);
    await run.resume(state.loadId, 6);
    expect(run.noted.at(-1)).toMatchObject({ loadId: state.loadId, counts: { pages: 5, rows: 10 } });
    expect(new Set(run.noted.map(({ loadId }) => loadId)).size).toBe(1);
    const none = startRun(() => Promise.resolve(exchangeOf(500, '{}')));
    await none.start();
    expect(none.noted).toEqual([]);
  });

  it('delivers each row once with its number, even if progress is reported during a page', async () => {
    const service = new PagedService(idsUpTo(7));
    const run = startRun((query) => {
      // Progress is reported at once.
      run.loads.pause('first', false);
      return service.ask(query);
    });
    await run.start();
    let told = 0;
    for (const { firstRow, items } of run.news) {
      expect(firstRow).toBe(told);
      told += items.count;
    }
    expect(run.news.length).toBeGreaterThan(3);
    expect(run.ids()).toEqual(idsUpTo(7));
  });

  it('continues while a checkpoint is written, one at a time, and none is ahead of its rows', async () => {
    let time = 0;
    let finish: () => void = () => undefined;
    let first: Promise<void> | null = new Promise((resolve) => (finish = resolve));
    const kept: { rows: number; firstRow: number; items: number }[] = [];
    let underWay = 0;
    const asked: (string | null)[] = [];
    const service = failingAt('16', 20);
    const loads = new BuyersLoads({
      ask: (_profile, query) => {
        asked.push(query.cursor);
        if (query.cursor === '4') finish();
        return service.ask(query);
      },
      note: () => Promise.resolve(),
      readPage: readInlinePage,
      release: () => Promise.resolve(),
      resumable: {
        begin: () => Promise.resolve(),
        keep: async (run, { firstRow, pages }) => {
          expect((underWay += 1)).toBe(1);
          kept.push({ rows: run.checkpoint.rows, firstRow, items: joinItems(pages).count });
          await first;
          first = null;
          underWay -= 1;
          return true;
        },
        describe: () => Promise.resolve(null),
        discard: () => Promise.resolve(),
        takeUp: () => Promise.reject(new Error('not resumed')),
        keptRows: async function* () {},
      },
      tell: () => undefined,
      cancel: () => undefined,
      // Each page takes longer than the time between two checkpoints.
      now: () => (time += 1_500),
    });
    const call = { callId: 'first', signal: new AbortController().signal };
    const { end } = await loads.start(profile, plainQuery, 1_000, call);
    expect(end.kind).toBe('failed');
    expect(asked.slice(0, 3)).toEqual([null, '2', '4']);
    expect(kept.length).toBeGreaterThan(2);
    // Batches have no gaps: the kept rows reach as far as their checkpoint.
    let reached = 0;
    for (const { rows, firstRow, items } of kept) {
      expect(firstRow).toBe(reached);
      reached += items;
      expect(rows).toBe(reached);
    }
    expect(reached).toBe(16);
  });

  it('goes on saving checkpoints if the clock is set back by an hour', async () => {
    let time = 7_200_000;
    const saved: number[] = [];
    const loads = new BuyersLoads({
      ask: (_profile, query) => {
        time += query.cursor === '4' ? -3_600_000 : 1_500;
        return new PagedService(idsUpTo(20)).ask(query);
      },
      note: () => Promise.resolve(),
      readPage: readInlinePage,
      release: () => Promise.resolve(),
      resumable: {
        ...NOT_RESUMABLE,
        keep: (run) => {
          saved.push(run.checkpoint.rows);
          return Promise.resolve(true);
        },
      },
      tell: () => undefined,
      cancel: () => undefined,
      now: () => time,
    });
    const call = { callId: 'first', signal: new AbortController().signal };
    expect((await loads.start(profile, plainQuery, 1_000, call)).end.kind).toBe('complete');
    expect(saved.length).toBeGreaterThan(3);
  });

  it('is cancelled by a new load of its profile, and forgotten with its profile', async () => {
    const service = new PagedService(idsUpTo(4));
    let hold = true;
    const run = startRun((query, signal) => (hold ? cancelledWith(signal) : service.ask(query)));
    const stuck = run.loads.start(profile, plainQuery, 10, run.call('stuck'));
    await expect.poll(() => run.news.length).toBe(1);
    expect(run.loads.pause('stuck', true)).toBe(true);
    expect(run.news[1]?.state.paused).toBe(true);
    expect(run.loads.pause('unknown', true)).toBe(false);
    hold = false;
    expect((await run.start()).end).toEqual({ kind: 'complete' });
    expect((await stuck).end).toEqual({ kind: 'cancelled' });

    const other = startRun(failingAt('4').ask);
    await other.start();
    expect(new Set(await other.resumable.profileIds())).toEqual(new Set([profile.id]));
    await other.resumable.forgetProfiles(['production']);
    expect(await other.loads.describeStopped(profile)).not.toBeNull();
    await other.resumable.forgetProfiles([profile.id]);
    expect(await other.loads.describeStopped(profile)).toBeNull();
    expect(await startRun(failingAt('4').ask).loads.describeStopped(profile)).toBeNull();
  });

  it('goes on only as the last of several that are started at once', async () => {
    const service = new PagedService(idsUpTo(4));
    const run = startRun(service.ask);
    const start = (callId: string) => run.loads.start(profile, plainQuery, 10, run.call(callId));
    const ends = (await Promise.all([start('one'), start('two'), start('three')])).map(({ end }) => end.kind);
    expect(ends).toEqual(['cancelled', 'cancelled', 'complete']);
    expect(service.asked).toEqual([null, '2']);
  });

  it('is cancelled by the next one also if it took the place of an earlier one that has ended since', async () => {
    const service = new PagedService(idsUpTo(4));
    let hold = true;
    const run = startRun((query, signal) => (hold ? cancelledWith(signal) : service.ask(query)));
    const start = (callId: string) => run.loads.start(profile, plainQuery, 10, run.call(callId));
    const one = start('one');
    await expect.poll(() => run.news.length).toBe(1);
    const two = start('two');
    expect((await one).end.kind).toBe('cancelled');
    await expect.poll(() => run.news.at(-1)?.callId).toBe('two');
    hold = false;
    const three = start('three');
    expect((await two).end.kind).toBe('cancelled');
    expect((await three).end.kind).toBe('complete');
  });

  it('that has not begun yet is cancelled by a discard as well, and the end of the app waits for it', async () => {
    const service = new PagedService(idsUpTo(4));
    const run = startRun(service.ask);
    const load = run.start();
    void run.loads.discard(profile.id);
    await run.loads.settled();
    expect(await run.loads.describeStopped(profile)).toBeNull();
    expect((await load).end).toEqual({ kind: 'cancelled' });
    expect(service.asked).toEqual([]);
  });
});
