import type { Exchange } from '../../shared/exchange';
import type { Problem } from '../../shared/problem';
import type { ApiRequest } from '../api/api-request';
import type { ExchangeJournal } from '../api/exchange-journal';
import type { HistoryStore } from './history-store';
import { keepExchange, type KeepServices } from './keep-exchange';

/** A result waits no longer than this for being written down, in ms. */
const PATIENCE_MS = 1_500;
/** The window is told of changes at most so often, in ms. */
const TELLING_MS = 250;

export interface RecorderServices extends KeepServices {
  readonly store: Pick<HistoryStore, 'put'>;
  /** The history has changed; `problem` is set when something could not be written. */
  readonly announce: (problem: Problem | null) => void;
  /** Told of what cannot be written. */
  readonly report: (where: string, error: unknown) => void;
  /** Called after each entry, for what is due now and then. */
  readonly afterEach: () => void;
}

/** Keeps every exchange in the history, one after the other. */
export class HistoryRecorder implements ExchangeJournal {
  private queue: Promise<void> = Promise.resolve();
  private telling: NodeJS.Timeout | null = null;
  private problem: Problem | null = null;

  constructor(private readonly services: RecorderServices) {}

  note(exchange: Exchange, request: ApiRequest, replayOf: string | null): Promise<void> {
    // Its bodies are read now: the store may drop them as soon as the exchange is handed out.
    const kept = keepExchange(exchange, request, this.services);
    const written = this.queue.then(async () => {
      try {
        await this.services.store.put(await kept, replayOf);
        this.problem = null;
      } catch (error) {
        this.services.report('history', error);
        this.problem = notWritten(error);
      }
      this.services.afterEach();
      this.tellSoon();
    });
    this.queue = written;
    return soonEnough(written);
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.queue;
  }

  /** Tells of a change that was made elsewhere. */
  tellSoon(): void {
    this.telling ??= setTimeout(() => {
      this.telling = null;
      this.services.announce(this.problem);
    }, TELLING_MS);
  }
}

function soonEnough(written: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, PATIENCE_MS);
    void written.finally(() => {
      clearTimeout(patience);
      resolve();
    });
  });
}

function notWritten(error: unknown): Problem {
  return {
    code: 'history-not-written',
    title: 'The history could not be written',
    meaning: 'The last exchange is not in the history. It was carried out all the same.',
    nextStep: 'See that the disk has room and that the app may write in its folder.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
