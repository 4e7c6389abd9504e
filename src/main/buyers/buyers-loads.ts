import { randomUUID } from 'node:crypto';
import type { BuyersQuery, LoadOutcome, LoadState, ResumableLoad } from '@shared/bridge/buyers';
import {
  joinItems,
  packTexts,
  unpackItems,
  type ItemTexts,
  type LoadProgress,
  type PackedItems,
} from '@shared/bridge/packed-items';
import type { Exchange, LoadCounts } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import { EventBatches } from '../bridge/event-batches';
import { Gate, type Wait } from '../sending/gate';
import { PAGE_OF_LOAD } from '../sending/retries';
import { stampOf } from '../sending/service-request';
import { deflate, inflate } from './compression';
import type { LoadedPage } from './read-page';
import type { ResumableLoads } from './resumable-loads';
import { loadAll, LoadRun, startOf } from './load-run';

/** How often a running load's checkpoint is saved, in ms. */
const KEEP_EVERY_MS = 2_000;

/**
 * How each page is requested. A load has thousands of pages, which as single entries would push everything else out
 * of the history. Together they are one entry; an answer that is not a page gets its own.
 */
export const AS_PAGE = {
  policy: PAGE_OF_LOAD,
  isWorthKeeping: ({ response }: Exchange): boolean => response?.status !== 200,
};

export interface LoadCall {
  readonly callId: string;
  readonly signal: AbortSignal;
}

export interface BuyersLoadsServices {
  /** Requests one page for a profile; every try passes the gate. */
  readonly ask: (profile: Profile, query: BuyersQuery, gate: Gate, call: LoadCall) => Promise<Exchange>;
  readonly readPage: (exchange: Exchange) => Promise<LoadedPage | null>;
  /** Releases the answer of a page that has been processed. */
  readonly release: (exchange: Exchange) => Promise<void>;
  /** Notes the load so far as one exchange with this id, that of its first page in this run. */
  readonly note: (loadId: string, firstPage: Exchange, counts: LoadCounts) => Promise<void>;
  readonly resumable: Pick<ResumableLoads, 'begin' | 'keep' | 'describe' | 'discard' | 'takeUp' | 'keptRows'>;
  readonly tell: (progress: LoadProgress) => void;
  /** Cancels the call with this id. */
  readonly cancel: (callId: string) => void;
  readonly now?: () => number;
}

/** Keeps nothing: such a load ends for good. */
export const NOT_RESUMABLE: BuyersLoadsServices['resumable'] = {
  begin: () => Promise.resolve(),
  keep: () => Promise.resolve(false),
  describe: () => Promise.resolve(null),
  discard: () => Promise.resolve(),
  takeUp: () => Promise.reject(new Error('this load cannot be resumed')),
  keptRows: async function* () {},
};

interface Running {
  readonly pause: PauseGate;
  readonly progress: EventBatches<PackedItems>;
}

interface Latest {
  /** Null for a discard, which nothing cancels. */
  readonly callId: string | null;
  readonly ended: Promise<unknown>;
}

/** The loads of buyers. A profile has at most one, running or stopped. */
export class BuyersLoads {
  /** What was asked for last, by profile id: also while it waits for the end of what was asked before. */
  private readonly latest = new Map<string, Latest>();
  /** By call id. */
  private readonly running = new Map<string, Running>();
  /** By call id, because Pause may be pressed before the load has begun. */
  private readonly pausedAhead = new Map<string, boolean>();

  constructor(private readonly services: BuyersLoadsServices) {}

  /** Starts a load; the profile's earlier one is discarded. */
  start(profile: Profile, query: BuyersQuery, cap: number, call: LoadCall): Promise<LoadOutcome> {
    return this.afterEarlier(profile.id, call.callId, async () => {
      const run = new LoadRun(stampOf(profile), startOf(randomUUID(), query, cap));
      await this.services.resumable.begin(run, this.time());
      return this.carryOn(profile, run, call);
    });
  }

  /**
   * Continues the profile's stopped load. Rows that the renderer no longer holds are sent again if they were kept.
   * @param held how many of its rows the renderer holds.
   */
  resume(profile: Profile, loadId: string, cap: number, held: number, call: LoadCall): Promise<LoadOutcome> {
    return this.afterEarlier(profile.id, call.callId, async () => {
      const run = await this.services.resumable.takeUp(loadId, stampOf(profile), cap);
      if (held < run.checkpoint.rows) await this.restore(run, call);
      return this.carryOn(profile, run, call);
    });
  }

  /**
   * Pauses or continues a call that is under way.
   * @returns whether its load has begun.
   */
  pause(callId: string, paused: boolean): boolean {
    const running = this.running.get(callId);
    if (running === undefined) this.pausedAhead.set(callId, paused);
    running?.pause.set(paused);
    running?.progress.flush();
    return running !== undefined;
  }

  describeStopped(profile: Profile): Promise<ResumableLoad | null> {
    return this.services.resumable.describe(stampOf(profile));
  }

  discard(profileId: string): Promise<void> {
    return this.afterEarlier(profileId, null, () => this.services.resumable.discard(profileId));
  }

  /** Waits until cancelled loads have saved their checkpoints. */
  async settled(): Promise<void> {
    await Promise.all([...this.latest.values()].map(({ ended }) => ended));
  }

  /** Cancels what was asked for before, and acts when it has ended. */
  private async afterEarlier<T>(profileId: string, callId: string | null, act: () => Promise<T>): Promise<T> {
    const earlier = this.latest.get(profileId);
    if (earlier?.callId) this.services.cancel(earlier.callId);
    const outcome = Promise.resolve(earlier?.ended).then(act);
    const mine = { callId, ended: outcome.catch(() => undefined) };
    this.latest.set(profileId, mine);
    try {
      return await outcome;
    } finally {
      if (this.latest.get(profileId) === mine) this.latest.delete(profileId);
    }
  }

  private async restore(run: LoadRun, { callId, signal }: LoadCall): Promise<void> {
    for await (const { firstRow, items } of this.services.resumable.keptRows(run)) {
      if (signal.aborted) return;
      run.remember(unpackItems(items, inflate), firstRow);
      const state = run.state({ paused: false, wait: null, written: true });
      this.services.tell({ callId, state, firstRow, items });
    }
  }

  private async carryOn(profile: Profile, run: LoadRun, call: LoadCall): Promise<LoadOutcome> {
    const pause = new PauseGate();
    pause.set(this.pausedAhead.get(call.callId) ?? false);
    this.pausedAhead.delete(call.callId);
    const now: LoadNow = { wait: null, written: true };
    const state = (): LoadState => run.state({ paused: pause.paused, ...now });
    const { callId } = call;
    // The run may already count a page whose rows have not arrived yet.
    let told = run.checkpoint.rows;
    const progress = new EventBatches<PackedItems>((pages) => {
      const items = joinItems(pages);
      this.services.tell({ callId, state: state(), firstRow: told, items });
      told += items.count;
    });
    const gate = new Gate({
      whileNotPaused: (signal) => pause.pass(signal),
      onWait: (wait) => {
        now.wait = wait && { reason: reasonOf(wait), until: new Date(wait.until).toISOString() };
        progress.flush();
      },
    });
    this.running.set(callId, { pause, progress });
    progress.flush();
    try {
      return { end: await this.follow(profile, run, call, { gate, progress, now }), state: state() };
    } finally {
      this.running.delete(callId);
    }
  }

  private async follow(
    profile: Profile,
    run: LoadRun,
    call: LoadCall,
    { gate, progress, now }: { gate: Gate; progress: EventBatches<PackedItems>; now: LoadNow },
  ): Promise<LoadOutcome['end']> {
    const { ask, readPage, release, note, resumable } = this.services;
    let firstPage: Exchange | null = null;
    let keptAt = this.time();
    let unkept: { firstRow: number; pages: PackedItems[] } = { firstRow: run.checkpoint.rows, pages: [] };
    /** The load continues while its checkpoint is saved; only one save is under way at a time. */
    let keeping = Promise.resolve();
    const keep = async (): Promise<void> => {
      await keeping;
      const batch = unkept;
      unkept = { firstRow: run.checkpoint.rows, pages: [] };
      keptAt = this.time();
      keeping = resumable.keep(run, batch, keptAt).then((written) => {
        now.written = written;
        return noteSoFar();
      });
      // It is awaited below; until then a rejection would count as unhandled.
      keeping.catch(() => undefined);
    };
    const noteSoFar = async (): Promise<void> => {
      const { loadId, pages, rows } = run.checkpoint;
      if (firstPage !== null) await note(loadId, firstPage, { pages, rows });
    };
    const services = {
      ask: (query: BuyersQuery) => ask(profile, query, gate, call),
      readPage: async (exchange: Exchange) => {
        const page = await readPage(exchange);
        if (page === null) return null;
        firstPage ??= exchange;
        await release(exchange);
        return page;
      },
      onItems: async (items: ItemTexts) => {
        const page = packTexts(items, deflate);
        progress.add([page]);
        unkept.pages.push(page);
        // The clock may have been set back meanwhile.
        if (Math.abs(this.time() - keptAt) >= KEEP_EVERY_MS) await keep();
      },
    };
    try {
      const end = await loadAll(run, services, call.signal);
      await keeping;
      if (end.kind === 'complete') await resumable.discard(profile.id).then(noteSoFar);
      else await keep().then(() => keeping);
      return end;
    } finally {
      progress.flush();
    }
  }

  private time(): number {
    return (this.services.now ?? Date.now)();
  }
}

/** The parts of a load's state that the run itself does not have. */
type LoadNow = { -readonly [Name in 'wait' | 'written']: LoadState[Name] };

/** The reason as part of the sentence in the load's bar. */
export function reasonOf({ kind, reason }: Wait): string {
  if (kind === 'failure') return `Trying again after ${reason}`;
  return reason.endsWith('with Retry-After')
    ? 'Rate limited by the service (429 with Retry-After)'
    : 'Rate limited by the service (429, without Retry-After)';
}

/** A gate that each page of a load must pass, closed while the load is paused. */
export class PauseGate {
  private waiting: (() => void)[] = [];
  private closed = false;

  get paused(): boolean {
    return this.closed;
  }

  set(paused: boolean): void {
    this.closed = paused;
    if (paused) return;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Resolves when the gate is open or the signal aborts. */
  pass(signal: AbortSignal): Promise<void> {
    if (!this.closed || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go);
      this.waiting.push(go);
    });
  }
}
