import { storedIds, type Exchange } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import { withTimeLimit } from '../calls/wait';
import type { ExchangeJournal, NotedHow, SentAs } from '../sending/journal';
import { DatabaseError } from '../database/database';
import type { HistoryStore } from './history-store';
import { keepExchange, type KeepServices } from './keep-exchange';
import { KEPT_RESPONSE_BYTES, type KeptExchange } from './record';

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
/** What may be written later waits so long, in ms, for the window to read what it was given: masking takes main's thread. */
const LATER_MS = 1_000;
/** The window is told of changes at most so often, in ms. */
const TELLING_MS = 250;

export interface RecorderServices extends KeepServices {
  readonly store: Pick<HistoryStore, 'putAll'>;
  /** False while the database is still to be opened. */
  readonly isOpen: () => boolean;
  /** The history has changed; `problem` is set when something could not be written. */
  readonly announce: (problem: Problem | null) => void;
  /** Told of what cannot be written. */
  readonly report: (where: string, error: unknown) => void;
  /** Called after each entry, for what is due now and then. */
  readonly afterEach: () => void;
}

interface Waiting {
  readonly kept: Promise<KeptExchange>;
  readonly replayOf: string | null;
  readonly isNew: boolean;
}

/**
 * Keeps every exchange in the history, in order; those that come while others are written are written together.
 */
export class HistoryRecorder implements ExchangeJournal {
  private waiting: Waiting[] = [];
  private queue: Promise<void> = Promise.resolve();
  private announcement: NodeJS.Timeout | null = null;
  private problem: Problem | null = null;
  /** Ends the waits of what may be written later. */
  private hurries: (() => void)[] = [];

  constructor(private readonly services: RecorderServices) {}

  async note(
    exchange: Exchange,
    { replayOf, ...sentAs }: SentAs,
    { soon = false, isNew = false }: NotedHow = {},
  ): Promise<void> {
    const { bodies, secrets } = this.services;
    // Masking a large answer takes longer than anybody should wait. More of them than are written together would only fill the memory.
    const [bodyId] = soon && this.waiting.length < MAX_AT_ONCE ? storedIds(exchange.response?.body) : [];
    const isSoon = bodyId !== undefined;
    // The store may drop its body as soon as the exchange is handed out.
    const reading = isSoon ? bodies.read(bodyId, 0, KEPT_RESPONSE_BYTES) : null;
    const read = reading === null ? bodies.read.bind(bodies) : () => reading;
    const keep = (): Promise<KeptExchange> => keepExchange(exchange, sentAs, { secrets, bodies: { read } });
    const kept = isSoon ? Promise.all([reading, this.later()]).then(keep) : keep();
    kept.catch(() => undefined);
    this.waiting.push({ kept, replayOf, isNew });
    this.queue = this.queue.then(() => this.write());
    if (!isSoon) {
      this.hurry();
      const limitMs = this.services.isOpen() ? WAIT_LIMIT_MS : OPENING_TIMEOUT_MS;
      return withTimeLimit(this.queue, limitMs, undefined);
    }
    await reading?.catch(() => undefined);
  }

  /** Resolves when everything is written that can be. */
  settled(): Promise<void> {
    this.hurry();
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
    let isWritten = false;
    try {
      const items = await Promise.all(
        batch.map(async ({ kept, ...item }) => ({ ...item, kept: await kept })),
      );
      await this.services.store.putAll(items);
      this.problem = null;
      isWritten = true;
    } catch (error) {
      this.services.report('history', error);
      // What the disk did not take is tried again with the next exchange, and at the end of the app.
      const isHeld = error instanceof DatabaseError && error.trouble !== 'statement';
      // Whether it took them after all, nobody knows.
      const held = batch.map((item) => ({ ...item, isNew: false }));
      if (isHeld) this.waiting = [...held, ...this.waiting].slice(-MAX_HELD);
      this.problem = notWritten(error, isHeld ? this.waiting.length : 0);
    }
    this.services.afterEach();
    this.tellSoon();
    return isWritten;
  }

  /** Tells of a change that was made elsewhere. */
  tellSoon(): void {
    this.announcement ??= setTimeout(() => {
      this.announcement = null;
      this.services.announce(this.problem);
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
        ? 'See that the disk has room and that the app may write in its folder.'
        : 'See that the disk has room and that the app may write in its folder: they are written with the next exchange.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
