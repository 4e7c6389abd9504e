import { badRequest, detail } from '../errors/api-error';
import type { Answer } from '../server/answer';
import { jsonTextAnswer } from '../server/answer';
import type { CursorPosition } from './cursor';
import { CursorSigner } from './cursor';
import { BuyerDirectory } from './directory';

/** The specification leaves range and default open; these are a choice of ours. */
export const PAGE_SIZE = { least: 1, most: 100, default: 20 } as const;

const REMEMBERED_PAGES = 64;

/** Answers GET /buyers for one merchant account. */
export class BuyerDesk {
  readonly #directory: BuyerDirectory;
  readonly #cursors: CursorSigner;
  /** Those made last, the oldest first: a first page is asked for again and again. */
  readonly #pages = new Map<string, Answer>();

  constructor(options: {
    readonly count: number;
    readonly seed: number;
    readonly account: string;
    readonly accountNumber: number;
  }) {
    this.#directory = new BuyerDirectory(options.count, options.seed, options.accountNumber);
    this.#cursors = new CursorSigner(options.seed, options.account);
  }

  list({ cursor, limit = PAGE_SIZE.default }: { readonly cursor?: string; readonly limit?: number }): Answer {
    const details = [];
    if (limit < PAGE_SIZE.least || limit > PAGE_SIZE.most) {
      const message = `The limit must be from ${PAGE_SIZE.least} to ${PAGE_SIZE.most}.`;
      details.push(detail('query', ['limit'], message));
    }
    const position = cursor === undefined ? { direction: 'next', place: 0 } : this.#cursors.read(cursor);
    if (position === null || position.place > this.#directory.count) {
      const message =
        'This is no cursor of a page of these buyers. Take next_cursor or previous_cursor of an earlier page.';
      details.push(detail('query', ['cursor'], message));
    }
    if (position === null || details.length > 0) throw badRequest(...details);
    const { count } = this.#directory;
    const start = position.direction === 'next' ? position.place : Math.max(0, position.place - limit);
    const end = position.direction === 'next' ? Math.min(count, position.place + limit) : position.place;
    return this.#page(start, end, limit);
  }

  #page(start: number, end: number, limit: number): Answer {
    const key = `${start} ${end} ${limit}`;
    const known = this.#pages.get(key);
    if (known) return known;
    const page = jsonTextAnswer(200, Buffer.from(this.#pageText(start, end, limit)));
    const [oldest] = this.#pages.size < REMEMBERED_PAGES ? [] : this.#pages.keys();
    if (oldest !== undefined) this.#pages.delete(oldest);
    this.#pages.set(key, page);
    return page;
  }

  /** A page envelope (specification: Page envelope). */
  #pageText(start: number, end: number, limit: number): string {
    const items: string[] = [];
    for (let place = start; place < end; place += 1) items.push(this.#directory.textAt(place));
    const next = end < this.#directory.count ? this.#cursorText({ direction: 'next', place: end }) : 'null';
    const previous = start > 0 ? this.#cursorText({ direction: 'previous', place: start }) : 'null';
    return `{"items":[${items.join(',')}],"limit":${limit},"next_cursor":${next},"previous_cursor":${previous}}`;
  }

  #cursorText(position: CursorPosition): string {
    return `"${this.#cursors.write(position)}"`;
  }
}
