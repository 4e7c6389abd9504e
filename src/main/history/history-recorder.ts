import { storedIds, type Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { TaskQueue } from '@shared/task-queue';
import { messageOf } from '@shared/text/message-of';
import { withTimeLimit } from '../calls/wait';
import type { ExchangeJournal, NotedHow, SentAs } from '../sending/journal';
import { markUnsettled, unsettledSendOf } from '../sending/unsettled-mark';
import { isOfDisk, type Statement } from '../database/database';
import type { HistoryStore } from './history-store';
import { keepExchange, keepRequest, type KeepServices, type KeptRequest } from './keep-exchange';
import { KEPT_RESPONSE_BYTES, type KeptExchange } from './record';
import type { WriteAheadLog } from './write-ahead/write-ahead-log';

/**
 * A result is shown once it is written, or after this time in ms: a disk may hang, or the keychain may be waiting for
 * somebody to unlock it while the database is opened.
 */
const WAIT_LIMIT_MS = 10_000;
const OPENING_TIMEOUT_MS = 1_500;
/** How many exchanges one transaction writes. */
const MAX_AT_ONCE = 50;
/** How many unwritten exchanges are held for the next try; each may have bodies of a few MB. */
const MAX_HELD = 100;
/**
 * Held exchanges are tried again after this time in ms even if nothing else is noted: a disk may get free space by
 * itself.
 */
const RETRY_MS = 15_000;
/** Large answers are masked and written this many ms later, because masking keeps main busy while the window reads them. */
const LATER_MS = 1_000;
/**
 * Exchanges in the write-ahead log are written to the database this many ms later: by then the request has gone out,
 * or its answer is on its way to the screen, and nobody has to wait for packing, indexing and the transaction.
 */
const AHEAD_MS = 30;
/** The shortest time between two announcements of changes to the window, in ms. */
const MIN_ANNOUNCE_INTERVAL_MS = 250;

export interface RecorderServices extends KeepServices {
  readonly store: Pick<HistoryStore, 'putAll' | 'putMarkings'>;
  /** False until the database is open. */
  readonly isOpen: () => boolean;
  /** Called when the history has changed; `problem` is set if something could not be written. */
  readonly announce: (problem: Problem | null) => void;
  /** Keeps exchanges that the database does not have yet, even if the app ends. */
  readonly log: Pick<WriteAheadLog, 'append' | 'settle'>;
  /** False while the database works in memory only. */
  readonly isOnDisk: () => boolean;
  /**
   * True without a window: nobody reads a large answer while it is being masked, and the caller is told whether it
   * was kept.
   */
  readonly writesAtOnce?: boolean;
  /** Called with write errors. */
  readonly report: (where: string, error: unknown) => void;
  /** Called after each entry, for occasional upkeep. */
  readonly afterEach: () => void;
}

interface Waiting {
  readonly kept: Promise<KeptExchange>;
  readonly replayOf: string | null;
  isNew: boolean;
  /** Statements that record whether the outcome is known. */
  readonly marking: readonly Statement[] | null;
  /** Its number in the write-ahead log; null if it is not in it (yet). */
  number: number | null;
  /** True while it counts towards `ahead`. */
  isAhead: boolean;
  /** True once the database has written it, or refused this exchange in particular. */
  isDone: boolean;
}

/**
 * Keeps every exchange in the history, in order; exchanges that arrive during a write are written together
 * afterwards. Callers that only need the exchange to survive the app wait for the write-ahead log; whoever reads the
 * history waits for `settled`.
 */
export class HistoryRecorder implements ExchangeJournal {
  private waiting: Waiting[] = [];
  private readonly writes = new TaskQueue();
  private announcement: NodeJS.Timeout | null = null;
  private problem: Problem | null = null;
  /**
   * Why an exchange will never be in the history. Kept until the window has been told, because a later write may
   * succeed before that.
   */
  private refusal: Problem | null = null;
  private retrying: NodeJS.Timeout | null = null;
  /** Functions that end a wait of `LATER_MS` early. */
  private hurries: (() => void)[] = [];
  private writing: NodeJS.Timeout | null = null;
  /** The kept form of requests whose answers are still on their way. */
  private readonly expected = new WeakMap<SentAs, KeptRequest>();
  /** How many exchanges are in the log but not on their way to the database yet. */
  private ahead = 0;
  /** Numbers of log entries that only a database in memory has so far. */
  private readonly unsettled: number[] = [];

  constructor(private readonly services: RecorderServices) {}

  expect(sentAs: SentAs, profile: ProfileStamp): void {
    try {
      this.expected.set(sentAs, keepRequest(sentAs, profile, this.services.secrets));
    } catch {
      // The error will occur again, and be reported, when the exchange is noted.
    }
  }

  async note(
    exchange: Exchange,
    sentAs: SentAs,
    { soon = false, isNew = false, unsettled }: NotedHow = {},
  ): Promise<boolean> {
    const { bodies, secrets, log, writesAtOnce = false } = this.services;
    // Masking a large answer takes longer than anybody should have to wait. Holding more than one batch would only
    // fill the memory.
    const mayWait = soon && !writesAtOnce && this.waiting.length < MAX_AT_ONCE;
    const [bodyId] = mayWait ? storedIds(exchange.response?.body) : [];
    const isSoon = bodyId !== undefined;
    // Started now, because the store may drop the body as soon as the exchange is returned.
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
    // Holding more than one batch would only fill the memory.
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

  /** Why something is not in the history; null if everything is. */
  get notWritten(): Problem | null {
    return this.problem;
  }

  /** Resolves when everything that can be written has been written. */
  settled(): Promise<void> {
    this.hurry();
    return this.writeNow();
  }

  /** Resolves when the database has written or refused everything in the log so far; readers wait for this. */
  async caughtUp(): Promise<void> {
    if (this.ahead > 0) await this.settled();
  }

  private writeNow(): Promise<void> {
    if (this.writing !== null) clearTimeout(this.writing);
    this.writing = null;
    if (this.retrying !== null) clearTimeout(this.retrying);
    this.retrying = null;
    return this.writes.run(() => this.write());
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

  /** Ends the wait of `LATER_MS` because somebody is waiting for the queue. */
  private hurry(): void {
    for (const end of this.hurries.splice(0)) end();
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0 && (await this.writeBatch(this.waiting.splice(0, MAX_AT_ONCE))));
  }

  /** False if the next batch would fail as well. */
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
      // What the disk did not accept is tried again: after a while, with the next exchange, and when the app ends. An
      // exchange that was itself refused would be refused again, but the mark that it went out is kept.
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

  /** Writes the exchanges one by one, because one of them was refused and must not hold up the others. */
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

  /** Writes only the marks that the exchanges went out. False if that has to be tried again. */
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
    // The write may have succeeded in spite of the error.
    for (const item of batch) item.isNew = false;
    const all = [...batch, ...this.waiting];
    // Exchanges that may have charged a card are kept longest, so that the app asks before the same request is sent
    // again.
    const dropped = new Set(
      [
        ...all.filter(({ marking }) => marking === null),
        ...all.filter(({ marking }) => marking !== null),
      ].slice(0, Math.max(0, all.length - MAX_HELD)),
    );
    this.waiting = all.filter((item) => !dropped.has(item));
    this.retrying ??= setTimeout(() => void this.writeNow(), RETRY_MS).unref();
  }

  /** These exchanges are on their way to the database and no longer count towards `ahead`. */
  private leaveAhead(batch: readonly Waiting[]): void {
    for (const item of batch) {
      if (item.isAhead) this.ahead -= 1;
      item.isAhead = false;
    }
  }

  /** Marks these exchanges as done, and frees their entries in the log once the database is on disk. */
  private settle(batch: readonly Waiting[]): void {
    this.leaveAhead(batch);
    for (const item of batch) item.isDone = true;
    this.unsettled.push(...batch.flatMap(({ number }) => (number === null ? [] : [number])));
    if (this.services.isOnDisk()) this.services.log.settle(this.unsettled.splice(0));
  }

  /** Announces a change that was made elsewhere. */
  tellSoon(): void {
    this.announcement ??= setTimeout(() => {
      this.announcement = null;
      this.services.announce(this.problem);
      this.refusal = null;
    }, MIN_ANNOUNCE_INTERVAL_MS);
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
    detail: messageOf(error),
  };
}
