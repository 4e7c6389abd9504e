import type { BuyerPage, BuyersQuery } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import type { Profile, ProfileStamp } from '@shared/profiles/profile';
import { queryKey } from './buyers-form';

/** An answer to a query. */
export interface VisitedPage {
  readonly query: BuyersQuery;
  readonly exchange: Exchange;
  /** Null when the answer is no page. */
  readonly page: BuyerPage | null;
}

/** The way from page to page. Immutable: each step is another walk. */
export interface PageTrail {
  readonly pages: readonly VisitedPage[];
  readonly at: number;
  /** Place of the page that the walk began with: pages before it may be reached too. */
  readonly origin: number;
}

export function startTrail(page: VisitedPage): PageTrail {
  return { pages: [page], at: 0, origin: 0 };
}

export function currentPage(walk: PageTrail): VisitedPage | undefined {
  return walk.pages[walk.at];
}

/** The query of the page behind this one; null on the last page. Specification: Pagination rules 2. */
export function nextQuery(walk: PageTrail): BuyersQuery | null {
  const current = currentPage(walk);
  const cursor = current?.page?.nextCursor ?? null;
  return current === undefined || cursor === null ? null : { ...current.query, cursor };
}

/**
 * The query of the page before this one: the one we came from, else what the service names. Null when there is neither.
 */
export function previousQuery(walk: PageTrail): BuyersQuery | null {
  const before = walk.pages[walk.at - 1];
  if (before) return before.query;
  const current = currentPage(walk);
  const cursor = current?.page?.previousCursor ?? null;
  return current === undefined || cursor === null ? null : { ...current.query, cursor };
}

/** A step forward. What lay ahead stays only when it is the page that the service names now. */
export function stepForward(walk: PageTrail, page: VisitedPage): PageTrail {
  const ahead = walk.pages[walk.at + 1];
  const rest = ahead && queryKey(ahead.query) === queryKey(page.query) ? walk.pages.slice(walk.at + 2) : [];
  return { ...walk, pages: [...walk.pages.slice(0, walk.at + 1), page, ...rest], at: walk.at + 1 };
}

export function stepBack(walk: PageTrail, page: VisitedPage): PageTrail {
  if (walk.at > 0) return replaceAt(walk, walk.at - 1, page);
  return { pages: [page, ...walk.pages], at: 0, origin: walk.origin + 1 };
}

/** The page was asked for anew. */
export function refreshed(walk: PageTrail, page: VisitedPage): PageTrail {
  return replaceAt(walk, walk.at, page);
}

function replaceAt(walk: PageTrail, at: number, page: VisitedPage): PageTrail {
  return { ...walk, pages: walk.pages.map((known, index) => (index === at ? page : known)), at };
}

/** `Page 3`, `Page 3 from the start cursor`, `2 pages before the start cursor`. */
export function formatPlace(walk: PageTrail): string {
  const number = walk.at - walk.origin + 1;
  const fromCursor = walk.pages[walk.origin]?.query.cursor !== null;
  if (number >= 1) return `Page ${number}${fromCursor ? ' from the start cursor' : ''}`;
  const before = 1 - number;
  return `${before} ${before === 1 ? 'page' : 'pages'} before the ${fromCursor ? 'start cursor' : 'first page'}`;
}

/** What makes two profiles lead to the same buyers. */
export function originKey(
  profile: Pick<Profile | ProfileStamp, 'id' | 'baseUrl' | 'merchantAccountId' | 'merchantHeader'>,
): string {
  const { id, baseUrl, merchantAccountId, merchantHeader } = profile;
  return JSON.stringify([id, baseUrl, merchantAccountId, merchantHeader]);
}

/** Pages that are kept for coming back to them. */
const MAX_PAGES = 200;

/** Pages already seen, by where they came from and what was asked; the one used last stands last. */
export class PageMemory {
  private readonly pages = new Map<string, VisitedPage>();

  find(origin: string, query: BuyersQuery): VisitedPage | null {
    const key = `${origin} ${queryKey(query)}`;
    const page = this.pages.get(key);
    if (page === undefined) return null;
    this.pages.delete(key);
    this.pages.set(key, page);
    return page;
  }

  /** Answers that are no pages are not kept. */
  keep(page: VisitedPage): void {
    if (page.page === null) return;
    const key = `${originKey(page.exchange.profile)} ${queryKey(page.query)}`;
    this.pages.delete(key);
    this.pages.set(key, page);
    const [oldest] = this.pages.keys();
    if (oldest !== undefined && this.pages.size > MAX_PAGES) this.pages.delete(oldest);
  }
}
