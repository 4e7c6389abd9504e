import type { BuyersQuery } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import { exchangeOf } from '@shared/testing/exchanges';
import { readPage, type LoadedPage } from './read-page';

/** Serves buyers in pages, for tests; answers can be placed before those of certain cursors. */
export class PagedService {
  readonly asked: (string | null)[] = [];
  /** Answers that come first, by cursor; '' stands for the first page. */
  readonly before = new Map<string, Exchange[]>();

  /** @param next names the cursor after the page that begins at `place`; by default the number of the next place. */
  constructor(
    private readonly ids: readonly string[],
    private readonly next: (place: number) => string | null = (place) => String(place),
  ) {}

  ask = (query: BuyersQuery): Promise<Exchange> => {
    this.asked.push(query.cursor);
    const first = this.before.get(query.cursor ?? '')?.shift();
    if (first) return Promise.resolve(first);
    const place = Number(query.cursor ?? 0);
    const limit = query.limit ?? 2;
    const items = this.ids.slice(place, place + limit).map((id) => ({ id, type: 'buyer' }));
    const end = place + limit;
    const next_cursor = end < this.ids.length ? this.next(end) : null;
    return Promise.resolve(exchangeOf(200, JSON.stringify({ items, limit, next_cursor })));
  };
}

export function readInlinePage(exchange: Exchange): Promise<LoadedPage | null> {
  return readPage(exchange, {
    read: () => Promise.resolve(null),
    takeBytes: ({ text }) => Buffer.from(text),
  });
}

export function idsUpTo(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `buyer-${index}`);
}

export const plainQuery: BuyersQuery = { limit: null, cursor: null, parameters: [] };
