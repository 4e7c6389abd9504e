import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuyerItem, LoadEnd, LoadState } from '@shared/bridge/buyers';
import { itemsOf } from '@shared/bridge/packed-items';
import type { Exchange, HeaderList } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { Gate } from '../sending/gate';
import { PAGE_OF_LOAD, withRetries } from '../sending/retries';
import { PauseGate, reasonOf } from './buyers-loads';
import { loadAll, LoadRun, MAX_EMPTY_PAGES, startOf } from './load-run';
import { idsUpTo, PagedService, plainQuery, readInlinePage } from './paged-service.fixture';
import { idOf } from './read-page';

const stamp = exchangeOf(200, '').profile;

/** A load whose waits end at once and move the clock forward. */
class Load {
  readonly run = new LoadRun(stamp, startOf('11111111-0000-4000-8000-000000000000', plainQuery, 1));
  readonly items: BuyerItem[] = [];
  readonly firstRows: number[] = [];
  readonly waits: (string | null)[] = [];
  readonly pause = new PauseGate();
  readonly stop = new AbortController();
  time = Date.parse('2026-01-01T00:00:00Z');
  onPage: () => void = () => undefined;
  private readonly gate = new Gate({
    whileNotPaused: (signal) => this.pause.pass(signal),
    onWait: (wait) =>
      this.waits.push(wait && `${reasonOf(wait)} until ${new Date(wait.until).toISOString()}`),
    now: () => this.time,
    wait: (milliseconds) => {
      this.time += milliseconds;
      return Promise.resolve();
    },
  });

  follow(service: Pick<PagedService, 'ask'>, cap = 1_000_000): Promise<LoadEnd> {
    this.run.setCap(cap);
    return loadAll(
      this.run,
      {
        ask: (query, signal) => this.askPatiently(() => service.ask(query), signal),
        readPage: readInlinePage,
        onItems: (items, firstRow) => {
          this.items.push(...itemsOf(items));
          this.firstRows.push(firstRow);
          this.onPage();
        },
      },
      this.stop.signal,
    );
  }

  /** As in main: with a load's retry policy, and every try passes the gate. */
  private async askPatiently(ask: () => Promise<Exchange>, signal: AbortSignal): Promise<Exchange> {
    const { last, retries, cancelledWaiting } = await withRetries(ask, PAGE_OF_LOAD, this.gate, signal);
    if (cancelledWaiting) return unanswered({ kind: 'cancelled', mayHaveArrived: false });
    return retries.length === 0 ? last : { ...last, retries };
  }

  get ids(): (string | null)[] {
    return this.items.map(idOf);
  }

  state(): LoadState {
    return this.run.state({ paused: false, wait: null, written: true });
  }
}

const limited = (headers: HeaderList = []) => exchangeOf(429, '{}', headers);

describe('loadAll', () => {
  it('loads every buyer once and in order, whatever the number and the page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 9 }), async (count, limit) => {
        const ids = idsUpTo(count);
        const service = new PagedService(ids);
        const load = new Load();
        const end = await load.follow({ ask: (query) => service.ask({ ...query, limit }) });
        expect(end).toEqual({ kind: 'complete' });
        expect(load.ids).toEqual(ids);
        expect(load.state()).toMatchObject({ rows: count, repeats: 0, nextCursor: null });
      }),
    );
  });

  it('stops after the page that reaches the cap, and continues from there', async () => {
    const service = new PagedService(idsUpTo(10));
    const load = new Load();
    expect(await load.follow(service, 3)).toEqual({ kind: 'cap' });
    expect(load.run.checkpoint.rows).toBe(4);
    expect(await load.follow(service, 4)).toEqual({ kind: 'cap' });
    expect(load.run.checkpoint.rows).toBe(4);
    expect(await load.follow(service)).toEqual({ kind: 'complete' });
    expect(load.ids).toEqual(idsUpTo(10));
    expect(load.firstRows).toEqual([0, 2, 4, 6, 8]);
    expect(service.asked).toEqual([null, '2', '4', '6', '8']);
  });

  it('waits as long as each 429 asks, or by itself without Retry-After, and says so', async () => {
    const service = new PagedService(idsUpTo(4));
    service.before.set('2', [
      limited([['Retry-After', '7']]),
      limited([['Retry-After', '61']]),
      limited([['Retry-After', 'Thu, 01 Jan 2026 00:02:00 GMT']]),
      limited(),
      limited(),
      limited(),
    ]);
    const load = new Load();
    expect(await load.follow(service)).toEqual({ kind: 'complete' });
    expect(load.ids).toEqual(idsUpTo(4));
    const rate = 'Rate limited by the service (429';
    expect(load.waits).toEqual([
      `${rate} with Retry-After) until 2026-01-01T00:00:07.000Z`,
      null,
      `${rate} with Retry-After) until 2026-01-01T00:01:08.000Z`,
      null,
      `${rate} with Retry-After) until 2026-01-01T00:02:00.000Z`,
      null,
      `${rate}, without Retry-After) until 2026-01-01T00:02:15.000Z`,
      null,
      `${rate}, without Retry-After) until 2026-01-01T00:02:45.000Z`,
      null,
      `${rate}, without Retry-After) until 2026-01-01T00:03:15.000Z`,
      null,
    ]);
  });

  it('fails at a Retry-After above the limit, and can be resumed', async () => {
    const service = new PagedService(idsUpTo(4));
    const forbidding = limited([['Retry-After', String(PAGE_OF_LOAD.maxWaitMs / 1000 + 1)]]);
    service.before.set('2', [forbidding]);
    const load = new Load();
    expect(await load.follow(service)).toEqual({ kind: 'failed', exchange: forbidding });
    expect(await load.follow(service)).toEqual({ kind: 'complete' });
    expect(load.ids).toEqual(idsUpTo(4));
  });

  it('fails at a Retry-After beyond what a timer can hold, without waiting or retrying', async () => {
    for (const age of ['2151360', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      const service = new PagedService(idsUpTo(4));
      const forbidding = limited([['Retry-After', age]]);
      service.before.set('2', [forbidding]);
      const load = new Load();
      expect(await load.follow(service)).toEqual({ kind: 'failed', exchange: forbidding });
      expect(load.waits).toEqual([]);
      expect(service.asked).toEqual([null, '2']);
    }
  });

  it('retries after a 502 or a lost connection, and stops at a 400', async () => {
    const service = new PagedService(idsUpTo(6));
    const lost = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true });
    const wrong = exchangeOf(400, '{}');
    service.before.set('2', [exchangeOf(502, ''), lost]);
    service.before.set('4', [wrong]);
    const load = new Load();
    expect(await load.follow(service)).toEqual({ kind: 'failed', exchange: wrong });
    expect(load.waits.filter((wait) => wait !== null)).toEqual([
      'Trying again after status 502 until 2026-01-01T00:00:00.500Z',
      'Trying again after the connection was closed before an answer until 2026-01-01T00:00:02.000Z',
    ]);
    expect(load.run.checkpoint.nextCursor).toBe('4');
    expect(await load.follow(service)).toEqual({ kind: 'complete' });
    expect(load.ids).toEqual(idsUpTo(6));
  });

  it('stops at an answer that is not a page, and at a problem that prevents sending', async () => {
    const service = new PagedService(idsUpTo(4));
    const login = exchangeOf(200, '<h1>Log in</h1>');
    service.before.set('2', [login]);
    const load = new Load();
    expect(await load.follow(service)).toEqual({ kind: 'failed', exchange: login });
    const problem = { code: 'no-token', title: '', meaning: '', nextStep: '', detail: null };
    const refused = await load.follow({ ask: () => Promise.reject(new ProblemError(problem)) });
    expect(refused).toEqual({ kind: 'refused', problem });
    const cancelled = await load.follow({
      ask: () => {
        load.stop.abort();
        return Promise.reject(new ProblemError(problem));
      },
    });
    expect(cancelled).toEqual({ kind: 'cancelled' });
  });

  it('detects a cursor that leads back to an earlier page or to itself', async () => {
    const load = new Load();
    const service = new PagedService(idsUpTo(20), (place) => (place === 6 ? '2' : String(place)));
    expect(await load.follow(service)).toEqual({ kind: 'cursor-loop', page: 1 });
    expect(load.run.checkpoint.rows).toBe(6);
    const itself = new Load();
    const stuck = new PagedService(idsUpTo(20), () => '2');
    expect(await itself.follow(stuck)).toEqual({ kind: 'cursor-loop', page: 1 });
    expect(itself.run.checkpoint.rows).toBe(4);
  });

  it('reports repeated ids, and stops at a page that has nothing else', async () => {
    const load = new Load();
    expect(await load.follow(new PagedService(['a', 'b', 'a', 'c', 'b', 'c', 'd']))).toEqual({
      kind: 'rows-loop',
    });
    expect(load.state()).toMatchObject({
      rows: 6,
      repeats: 3,
      firstRepeats: [
        { id: 'a', row: 1, again: 3 },
        { id: 'b', row: 2, again: 5 },
        { id: 'c', row: 4, again: 6 },
      ],
    });
  });

  it.each<[unknown, object]>([
    ['', { oddCursor: '""' }],
    [false, { oddCursor: 'false' }],
    [7, { oddCursor: '7' }],
    [{ at: ['7'] }, { oddCursor: '{"at":["7"]}' }],
    [[], { oddCursor: '[]' }],
    [null, {}],
    [undefined, {}],
  ])(
    'reports the odd value found in place of the next cursor at the end, if any: %j',
    async (next_cursor, odd) => {
      const load = new Load();
      const page = exchangeOf(200, JSON.stringify({ items: [{ id: 'a' }], limit: 1, next_cursor }));
      expect(await load.follow({ ask: () => Promise.resolve(page) })).toEqual({ kind: 'complete', ...odd });
    },
  );

  it('does not follow empty pages forever', async () => {
    const load = new Load();
    let page = 0;
    const empty = () => {
      page += 1;
      return Promise.resolve(
        exchangeOf(200, JSON.stringify({ items: [], limit: 2, next_cursor: `c${page}` })),
      );
    };
    expect(await load.follow({ ask: empty })).toEqual({ kind: 'empty-pages', pages: MAX_EMPTY_PAGES });
  });

  it('requests the next page before it delivers the rows of this one, and none after the last', async () => {
    const [complete, capped] = [new PagedService(idsUpTo(6)), new PagedService(idsUpTo(8))];
    for (const [service, cap] of [
      [complete, 100],
      [capped, 6],
    ] as const) {
      const load = new Load();
      const asked: number[] = [];
      load.onPage = () => asked.push(service.asked.length);
      await load.follow(service, cap);
      expect(asked).toEqual([2, 3, 3]);
    }
  });

  it('delivers the rows of a page that had arrived when it was cancelled, and requests no other', async () => {
    const service = new PagedService(idsUpTo(8));
    const load = new Load();
    const end = await load.follow({
      ask: async (query) => {
        const page = await service.ask(query);
        const { run } = load;
        const take = run.take.bind(run);
        run.take = (taken) => {
          if (run.checkpoint.pages === 1) load.stop.abort();
          return take(taken);
        };
        return page;
      },
    });
    expect(end).toEqual({ kind: 'cancelled' });
    expect(load.ids).toEqual(idsUpTo(4));
    expect(service.asked).toEqual([null, '2']);
  });

  it('requests nothing while paused, and ends when cancelled during a pause', async () => {
    const service = new PagedService(idsUpTo(8));
    const load = new Load();
    load.onPage = () => {
      // The third page has been requested by then.
      if (load.run.checkpoint.pages === 2) load.pause.set(true);
    };
    const following = load.follow(service);
    await expect.poll(() => load.run.checkpoint.pages).toBe(3);
    await new Promise(setImmediate);
    expect(service.asked).toHaveLength(3);
    load.pause.set(false);
    expect(await following).toEqual({ kind: 'complete' });

    const other = new Load();
    other.pause.set(true);
    const cancelled = other.follow(service);
    other.stop.abort();
    expect(await cancelled).toEqual({ kind: 'cancelled' });
  });
});
