import type {
  BuyerItem,
  BuyersQuery,
  LoadCheckpoint,
  LoadEnd,
  LoadState,
  RepeatedId,
} from '@shared/bridge/buyers';
import type { ItemTexts } from '@shared/bridge/packed-items';
import type { Exchange } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { cancelReason } from '../calls/running-calls';
import { afterRequests } from '../transport/read-arrived';
import { textAt } from './item-texts';
import { idOf, type LoadedPage } from './read-page';
import { RowOfId } from './row-of-id';

/** How many repeated ids are listed; the rest are only counted. */
const MAX_FIRST_REPEATS = 20;
/** After this many empty pages in a row, each with a next cursor, the load gives up. */
export const MAX_EMPTY_PAGES = 100;

/** The checkpoint of a load before its first page. */
export function startOf(loadId: string, query: BuyersQuery, cap: number): LoadCheckpoint {
  return { loadId, query, cap, rows: 0, pages: 0, nextCursor: query.cursor };
}

/** What a load has seen so far; it detects repeated ids, and cursors that go round in circles. */
export class LoadRun {
  private repeats = 0;
  private readonly firstRepeats: RepeatedId[] = [];
  private readonly rowOfId = new RowOfId();
  private readonly pageOfCursor = new Map<string, number>();
  private emptyPages = 0;

  constructor(
    readonly profile: ProfileStamp,
    private at: LoadCheckpoint,
  ) {
    if (at.nextCursor !== null) this.pageOfCursor.set(at.nextCursor, at.pages);
  }

  get checkpoint(): LoadCheckpoint {
    return this.at;
  }

  setCap(cap: number): void {
    this.at = { ...this.at, cap };
  }

  /** Notes the ids of rows from an earlier run of the app, to recognise them if they come again. */
  remember(items: readonly BuyerItem[], firstRow: number): void {
    items.forEach((item, index) => {
      const id = idOf(item);
      if (id !== null) this.rowOfId.note(id, firstRow + index + 1);
    });
  }

  /** Adds a page; returns why the load ends with it, or null if it continues. */
  take({ items, nextCursor, oddCursor }: LoadedPage): LoadEnd | null {
    const { rows: rowsBefore, pages: pagesBefore, cap } = this.at;
    const count = items.ends.length;
    let fresh = 0;
    for (let item = 0; item < count; item += 1)
      if (this.isFresh(items, item, rowsBefore + item + 1)) fresh += 1;
    const rows = rowsBefore + count;
    const pages = pagesBefore + 1;
    this.at = { ...this.at, rows, pages, nextCursor };
    this.emptyPages = count === 0 ? this.emptyPages + 1 : 0;
    if (nextCursor === null)
      return oddCursor === undefined ? { kind: 'complete' } : { kind: 'complete', oddCursor };
    const known = this.pageOfCursor.get(nextCursor);
    if (known !== undefined) return { kind: 'cursor-loop', page: known };
    this.pageOfCursor.set(nextCursor, pages);
    if (count > 0 && fresh === 0) return { kind: 'rows-loop' };
    if (this.emptyPages >= MAX_EMPTY_PAGES) return { kind: 'empty-pages', pages: this.emptyPages };
    return rows >= cap ? { kind: 'cap' } : null;
  }

  state(now: Pick<LoadState, 'paused' | 'wait' | 'written'>): LoadState {
    const { profile, repeats } = this;
    return { ...this.at, profile, repeats, firstRepeats: [...this.firstRepeats], ...now };
  }

  /** False if the id came before. An item without an id cannot be told from others and counts as new. */
  private isFresh({ texts, ids }: LoadedPage['items'], item: number, row: number): boolean {
    const [start = 0, end = 0] = [ids[2 * item], ids[2 * item + 1]];
    if (end === 0) return true;
    const before = this.rowOfId.noteWritten(texts, start, end, row);
    if (before === null) return true;
    this.repeats += 1;
    if (this.firstRepeats.length < MAX_FIRST_REPEATS)
      this.firstRepeats.push({ id: textAt(texts, start, end), row: before, again: row });
    return false;
  }
}

export interface LoadServices {
  /** Requests one page, with the retries of its policy, and not while the load is paused. */
  readonly ask: (query: BuyersQuery, signal: AbortSignal) => Promise<Exchange>;
  readonly readPage: (exchange: Exchange) => Promise<LoadedPage | null>;
  /** Receives the items of each page, in order. The next page has already been requested, and is read afterwards. */
  readonly onItems: (items: ItemTexts, firstRow: number) => Promise<void> | void;
}

/**
 * Follows `next_cursor` from the current position of the run (specification: Pagination rules 2). Pages come one
 * after another, because each cursor is only in the page before. Whatever ends the load, it can continue from the
 * run's checkpoint.
 */
export async function loadAll(run: LoadRun, services: LoadServices, signal: AbortSignal): Promise<LoadEnd> {
  if (run.checkpoint.rows >= run.checkpoint.cap) return { kind: 'cap' };
  if (signal.aborted) return cancelled(signal);
  const ask = (): Promise<Asked> => {
    const { query, nextCursor } = run.checkpoint;
    return orRefusal(() => services.ask({ ...query, cursor: nextCursor }, signal));
  };
  let asking = ask();
  for (;;) {
    const asked = await asking;
    if (signal.aborted) return cancelled(signal);
    if (asked.kind === 'refused') return asked;
    if (asked.exchange.outcome.kind === 'cancelled') return cancelled(signal);
    const page = await services.readPage(asked.exchange);
    if (page === null) return { kind: 'failed', exchange: asked.exchange };
    const { rows: firstRow } = run.checkpoint;
    const end = run.take(page) ?? (signal.aborted ? cancelled(signal) : null);
    if (end === null) {
      asking = ask();
      // It is awaited above; until then a rejection would count as unhandled.
      asking.catch(() => undefined);
      // The rows are processed while the service prepares the next page.
      await afterRequests();
    }
    await services.onItems(page.items, firstRow);
    if (end !== null) return end;
  }
}

function cancelled(signal: AbortSignal): Extract<LoadEnd, { kind: 'cancelled' }> {
  const why = cancelReason(signal);
  return why === null ? { kind: 'cancelled' } : { kind: 'cancelled', why };
}

type Asked =
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | Extract<LoadEnd, { kind: 'refused' }>;

async function orRefusal(ask: () => Promise<Exchange>): Promise<Asked> {
  try {
    return { kind: 'answered', exchange: await ask() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}
