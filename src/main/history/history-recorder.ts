import { storedIds, type Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { withTimeLimit } from '../calls/wait';
import type { ExchangeJournal, NotedHow, SentAs } from '../sending/journal';
import { markUnsettled, unsettledSendOf } from '../sending/unsettled-mark';
import { isOfDisk, type Statement } from '../database/database';
import type { HistoryStore } from './history-store';
import { keepExchange, keepRequest, type KeepServices, type KeptRequest } from './keep-exchange';
import { KEPT_RESPONSE_BYTES, type KeptExchange } from './record';
import type { WriteAheadLog } from './write-ahead/write-ahead-log';

/**
 * A result is shown when it is written down. It waits no longer than this, in ms: a disk may hang, and while the database
 * is being opened its keychain may be waiting for its person.
 */
const WAIT_LIMIT_MS = 10_000;
const OPENING_TIMEOUT_MS = 1_500;
/** So many are written in one go. */
const MAX_AT_ONCE = 50;
/** So many that could not be written are held for the next try; each may have bodies of some MB. */
const MAX_HELD = 100;
/** What is held is tried again after so many ms, whether or not anything else is noted: a disk gets room by itself. */
const RETRY_MS = 15_000;
/** What may be written later waits so long, in ms, for the window to read what it was given: masking takes main's thread. */
const LATER_MS = 1_000;
/**
 * What is in the log of what was noted gets into the database so many ms later: by then the request went out, or its answer is on
 * its way to the screen, and nobody waits for the packing, the words of the index and the transaction.
 */
const AHEAD_MS = 30;
/** The window is told of changes at most so often, in ms. */
const TELLING_MS = 250;

export interface RecorderServices extends KeepServices {
  readonly store: Pick<HistoryStore, 'putAll' | 'putMarkings'>;
  /** False while the database is still to be opened. */
  readonly isOpen: () => boolean;
  /** The history has changed; `problem` is set when something could not be written. */
  readonly announce: (problem: Problem | null) => void;
  /** What is in it outlives the app, before the database has it. */
  readonly log: Pick<WriteAheadLog, 'append' | 'settle'>;
  /** False while what is written to the database does not stay. */
  readonly isOnDisk: () => boolean;
  /** Told of what cannot be written. */
  readonly report: (where: string, error: unknown) => void;
  /** Called after each entry, for what is due now and then. */
  readonly afterEach: () => void;
}

interface Waiting {
  readonly kept: Promise<KeptExchange>;
  readonly replayOf: string | null;
  isNew: boolean;
  /** Tells the database whether it is known how it ended. */
  readonly marking: readonly Statement[] | null;
  /** Its number in the log; null when it is not in it, or not yet. */
  number: number | null;
  /** Counted in `ahead`. */
  isAhead: boolean;
  /** The database has it, or has refused it for itself. */
  isDone: boolean;
}

/**
 * Keeps every exchange in the history, in order; those that come while others are written are written together. What only
 * has to outlive the app waits for the log alone; whoever reads the history waits for `settled`.
 */
export class HistoryRecorder implements ExchangeJournal {
  private waiting: Waiting[] = [];
  private queue: Promise<void> = Promise.resolve();
  private announcement: NodeJS.Timeout | null = null;
  private problem: Problem | null = null;
  /** Of one that will never be in the history, until the window was told: the next may be written before that. */
  private refusal: Problem | null = null;
  private retrying: NodeJS.Timeout | null = null;
  /** Ends the waits of what may be written later. */
  private hurries: (() => void)[] = [];
  private writing: NodeJS.Timeout | null = null;
  /** What is kept of the requests whose answers are on their way. */
  private readonly expected = new WeakMap<SentAs, KeptRequest>();
  /** So many are noted, and the database was not asked to take them yet. */
  private ahead = 0;
  /** Numbers of the log that the database has, where that does not stay yet. */
  private readonly unsettled: number[] = [];

  constructor(private readonly services: RecorderServices) {}

  expect(sentAs: SentAs, profile: ProfileStamp): void {
    try {
      this.expected.set(sentAs, keepRequest(sentAs, profile, this.services.secrets));
    } catch {
      // Then it is said when the exchange is noted.
    }
  }

  async note(
    exchange: Exchange,
    sentAs: SentAs,
    { soon = false, isNew = false, unsettled }: NotedHow = {},
  ): Promise<boolean> {
    const { bodies, secrets, log } = this.services;
    // Masking a large answer takes longer than anybody should wait. More of them than are written together would only fill the memory.
    const [bodyId] = soon && this.waiting.length < MAX_AT_ONCE ? storedIds(exchange.response?.body) : [];
    const isSoon = bodyId !== undefined;
    // The store may drop its body as soon as the exchange is handed out.
    const reading = isSoon ? bodies.read(bodyId, 0, KEPT_RESPONSE_BYTES) : null;
    const read = reading === null ? bodies.read.bind(bodies) : () => reading;
    const { replayOf } = sentAs;
    const keep = (): Promise<KeptExchange> =>
      keepExchange(exchange, sentAs, { secrets, bodies: { read } }, this.expected.get(sentAs));
    const kept = isSoon ? Promise.all([reading, this.later()]).then(keep) : keep();
    kept.catch(() => undefined);
    const marking = unsettled ? markUnsettled(unsettled, unsettledSendOf(exchange)) : null;
    const item: Waiting = { kept, replayOf, isNew, marking, number: null, isAhead: false, isDone: false };
    this.waiting.push(item);
    if (isSoon) {
      void this.writeNow();
      await reading?.catch(() => undefined);
      return true;
    }
    item.number = await kept.then(
      (record) => log.append({ kept: record, replayOf, unsettled: unsettled ?? null }),
      () => null,
    );
    // More of them than are written together would only fill the memory.
    if (item.number !== null && this.waiting.length < MAX_AT_ONCE) {
      item.isAhead = true;
      this.ahead += 1;
      this.writing ??= setTimeout(() => void this.settled(), AHEAD_MS);
      return true;
    }
    const limitMs = this.services.isOpen() ? WAIT_LIMIT_MS : OPENING_TIMEOUT_MS;
    await withTimeLimit(this.settled(), limitMs, undefined);
    return item.isDone || item.number !== null;
  }

  /** Why something is not in the history; null when everything is. */
  get notWritten(): Problem | null {
    return this.problem;
  }

  /** Resolves when everything is written that can be. */
  settled(): Promise<void> {
    this.hurry();
    return this.writeNow();
  }

  /** Resolves when the database has what was noted ahead of it, or has refused it: for whoever reads it. */
  async caughtUp(): Promise<void> {
    if (this.ahead > 0) await this.settled();
  }

  private writeNow(): Promise<void> {
    if (this.writing !== null) clearTimeout(this.writing);
    this.writing = null;
    if (this.retrying !== null) clearTimeout(this.retrying);
    this.retrying = null;
    this.queue = this.queue.then(() => this.write());
    return this.queue;
  }

  private later(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LATER_MS);
      this.hurries.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /** Nobody who waits for its turn waits for `later`. */
  private hurry(): void {
    for (const end of this.hurries.splice(0)) end();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0 && (await this.writeBatch(this.waiting.splice(0, MAX_AT_ONCE))));
  }

  /** False when the next batch would fare no better now. */
  private async writeBatch(batch: readonly Waiting[]): Promise<boolean> {
    try {
      const items = await Promise.all(
        batch.map(async ({ kept, ...item }) => ({ ...item, kept: await kept })),
      );
      await this.services.store.putAll(items);
      this.settle(batch);
      this.problem = this.refusal;
    } catch (error) {
      const isRefused = !isOfDisk(error);
      if (isRefused && batch.length > 1) return this.writeSingly(batch);
      this.services.report('history', error);
      // What the disk did not take is tried again: by itself, with the next exchange, and at the end of the app.
      // What is refused for itself would be refused again. That it went out is kept in any case.
      const isHeld = !isRefused || !(await this.markAlone(batch));
      if (!isHeld) this.settle(batch);
      else this.hold(batch);
      this.problem = notWritten(error, isHeld ? this.waiting.length : 0);
      if (isHeld) return false;
      this.refusal = this.problem;
    } finally {
      this.services.afterEach();
      this.tellSoon();
    }
    return true;
  }

  /** One of them is refused for itself: the others are written without it. */
  private async writeSingly(batch: readonly Waiting[]): Promise<boolean> {
    let problem: Problem | null = null;
    for (const [index, item] of batch.entries()) {
      const goesOn = await this.writeBatch([item]);
      problem = this.problem ?? problem;
      if (goesOn) continue;
      this.waiting = this.waiting.filter((other) => other !== item);
      this.hold(batch.slice(index));
      return false;
    }
    this.problem = problem;
    return true;
  }

  /** False when that is to be tried again. */
  private async markAlone(batch: readonly Waiting[]): Promise<boolean> {
    const markings = batch.flatMap(({ marking }) => marking ?? []);
    try {
      if (markings.length > 0) await this.services.store.putMarkings(markings);
      return true;
    } catch (error) {
      this.services.report('history', error);
      return !isOfDisk(error);
    }
  }

  private hold(batch: readonly Waiting[]): void {
    this.leaveAhead(batch);
    // Whether the disk took them after all, nobody knows.
    for (const item of batch) item.isNew = false;
    const all = [...batch, ...this.waiting];
    // Those that may have charged a card stay longest: by them the same is not sent again unasked.
    const dropped = new Set(
      [
        ...all.filter(({ marking }) => marking === null),
        ...all.filter(({ marking }) => marking !== null),
      ].slice(0, Math.max(0, all.length - MAX_HELD)),
    );
    this.waiting = all.filter((item) => !dropped.has(item));
    this.retrying ??= setTimeout(() => void this.writeNow(), RETRY_MS).unref();
  }

  /** The database was asked to take them. */
  private leaveAhead(batch: readonly Waiting[]): void {
    for (const item of batch) {
      if (item.isAhead) this.ahead -= 1;
      item.isAhead = false;
    }
  }

  /** What lies in memory is moved into the file, if that can be used again. */
  private settle(batch: readonly Waiting[]): void {
    this.leaveAhead(batch);
    for (const item of batch) item.isDone = true;
    this.unsettled.push(...batch.flatMap(({ number }) => (number === null ? [] : [number])));
    if (this.services.isOnDisk()) this.services.log.settle(this.unsettled.splice(0));
  }

  /** Tells of a change that was made elsewhere. */
  tellSoon(): void {
    this.announcement ??= setTimeout(() => {
      this.announcement = null;
      this.services.announce(this.problem);
      this.refusal = null;
    }, TELLING_MS);
  }
}

function notWritten(error: unknown, held: number): Problem {
  return {
    code: 'history-not-written',
    title: 'The history could not be written',
    meaning:
      held === 0
        ? 'The last exchange is not in the history. It was carried out all the same.'
        : `The last exchanges are not in the history yet (${held}, kept in memory until the app ends). They were carried out all the same.`,
    nextStep:
      held === 0
        ? 'Make sure that the disk has room and that the app may write in its folder.'
        : 'Make sure that the disk has room and that the app may write in its folder: this is tried again every 15 seconds.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
