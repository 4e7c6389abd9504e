import { badRequest, detail } from '../errors/api-error';
import { jsonTextAnswer, type Answer } from '../server/answer';
import { CursorSigner } from './cursor';
import { BuyerDirectory, MAX_ROW_LENGTH } from './directory';
import { bytesOf, PageBytes } from './page-bytes';

/** The specification leaves the range and the default open; these are the sandbox's choice. */
const PAGE_SIZE = { least: 1, most: 100, default: 20 } as const;

// The envelope of a page, in the order in which it is written.
const ITEMS = bytesOf('{"items":[');
const COMMA = bytesOf(',');
const LIMIT = bytesOf('],"limit":');
const NEXT = bytesOf(',"next_cursor":');
const PREVIOUS = bytesOf(',"previous_cursor":');
const NULL = bytesOf('null');
const QUOTE = bytesOf('"');
const END = bytesOf('}');
/** An upper bound, in bytes, of an envelope without its rows. */
const MAX_ENVELOPE_LENGTH = 400;

/** Answers GET /buyers for one merchant account. */
export class BuyerHandler {
  readonly #directory: BuyerDirectory;
  readonly #cursors: CursorSigner;
  readonly #bytes = new PageBytes();
  /** First pages by limit, because they are requested over and over. All other pages are made again each time. */
  readonly #firstPages = new Map<number, Answer>();

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
        'This cursor does not belong to these buyers, or it is from an earlier version of the sandbox. Start again without a cursor, or use next_cursor or previous_cursor of an earlier page.';
      details.push(detail('query', ['cursor'], message));
    }
    if (position === null || details.length > 0) throw badRequest(...details);
    const { count } = this.#directory;
    const start = position.direction === 'next' ? position.place : Math.max(0, position.place - limit);
    const end = position.direction === 'next' ? Math.min(count, position.place + limit) : position.place;
    if (start > 0 || end < Math.min(count, limit)) return jsonTextAnswer(200, this.#page(start, end, limit));
    return this.#firstPage(end, limit);
  }

  #firstPage(end: number, limit: number): Answer {
    const known = this.#firstPages.get(limit);
    if (known) return known;
    // A copy, because keeping a page in its slab would keep the whole slab in memory.
    const first = jsonTextAnswer(200, Buffer.from(this.#page(0, end, limit)));
    this.#firstPages.set(limit, first);
    return first;
  }

  /** Writes a page envelope (specification: Page envelope). */
  #page(start: number, end: number, limit: number): Buffer {
    const page = this.#bytes;
    page.begin(MAX_ENVELOPE_LENGTH + (end - start) * MAX_ROW_LENGTH);
    page.put(ITEMS);
    for (let place = start; place < end; place += 1) {
      if (place > start) page.put(COMMA);
      this.#directory.write(place, page);
    }
    page.put(LIMIT);
    page.putDecimal(limit, limit < 10 ? 1 : limit < 100 ? 2 : 3);
    page.put(NEXT);
    if (end === this.#directory.count) page.put(NULL);
    else {
      page.put(QUOTE);
      this.#cursors.put('next', end, page);
      page.put(QUOTE);
    }
    page.put(PREVIOUS);
    if (start === 0) page.put(NULL);
    else {
      page.put(QUOTE);
      this.#cursors.put('previous', start, page);
      page.put(QUOTE);
    }
    page.put(END);
    return page.end();
  }
}
