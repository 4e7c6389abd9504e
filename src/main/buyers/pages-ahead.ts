import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BuyersQuery } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import type { TransportResult } from '../transport/types';

type Answered = (answer: TransportResult) => Promise<void>;

export interface PagesAheadServices {
  /** Asks for one page; `answered` is told of its answer before anything else is done with it, which waits for that. */
  readonly ask: (query: BuyersQuery, answered: Answered) => Promise<Exchange>;
  /** The cursor that an answer seems to name for the page behind it; null when that cannot be said at a glance. */
  readonly nextCursorIn: (answer: TransportResult) => Promise<string | null>;
  /** Whether the load surely goes on with this cursor, as far as it has come. */
  readonly leadsOn: (cursor: string) => boolean;
  readonly release: (exchange: Exchange) => Promise<void>;
}

interface Page {
  readonly cursor: string | null;
  readonly exchange: Promise<Exchange>;
  /** Says that the load has come to this page, or (false) never will. */
  readonly claim: (wanted: boolean) => void;
}

/**
 * Asks for the pages of a load one behind the other, each while the one before it is masked, checked and read: its cursor is
 * in the bytes. Never two at once: the service is asked again only when it has answered, and the load is never more than
 * a page behind.
 */
export class PagesAhead {
  private ahead: Page | null = null;
  /** False once a glance was wrong: then each page is waited for. */
  private isSure = true;

  constructor(private readonly services: PagesAheadServices) {}

  /** The page of a query: the one that was asked for already, or else asked for now. */
  async ask(query: BuyersQuery): Promise<Exchange> {
    const { ahead } = this;
    if (ahead !== null && ahead.cursor !== query.cursor) {
      this.isSure = false;
      await this.drop();
    }
    const page = this.ahead ?? this.begin(query);
    this.ahead = null;
    page.claim(true);
    return page.exchange;
  }

  /** Waits for a page that was asked for, and that nobody wants any more. */
  async drop(): Promise<void> {
    const { ahead } = this;
    this.ahead = null;
    ahead?.claim(false);
    await ahead?.exchange.then(this.services.release, () => undefined);
  }

  private begin(query: BuyersQuery): Page {
    let claim: Page['claim'] = () => undefined;
    const claimed = new Promise<boolean>((resolve) => (claim = resolve));
    const exchange = this.services.ask(query, async (answer) => {
      if (await claimed) await this.goOn(query, answer);
    });
    // Whoever claims it hears of a failure.
    exchange.catch(() => undefined);
    return { cursor: query.cursor, exchange, claim };
  }

  private async goOn(query: BuyersQuery, answer: TransportResult): Promise<void> {
    if (!this.isSure || answer.response?.status !== 200) return;
    const cursor = await this.services.nextCursorIn(answer);
    if (cursor === null || !this.services.leadsOn(cursor)) return;
    this.ahead = this.begin({ ...query, cursor });
    // So that its bytes go out before this page takes the thread.
    await nextTurn();
  }
}
