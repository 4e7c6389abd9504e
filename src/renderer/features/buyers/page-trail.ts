import { countOf } from '@shared/text/count-of';
import type { BuyerPage, BuyersQuery } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import type { Profile, ProfileStamp } from '@shared/profiles/profile';
import { queryKey } from './buyers-form';

export interface VisitedPage {
  readonly query: BuyersQuery;
  readonly exchange: Exchange;
  /** Null if the answer is not a page. */
  readonly page: BuyerPage | null;
}

/** The queries of the visited pages, with only the current page. Immutable: each step returns another trail. */
export interface PageTrail {
  /** The query of the trail's pages. */
  readonly queries: readonly BuyersQuery[];
  readonly at: number;
  readonly current: VisitedPage;
  /** Index of the page that the trail began with: pages before it can also be visited. */
  readonly origin: number;
}

export function startTrail(page: VisitedPage): PageTrail {
  return { queries: [page.query], at: 0, current: page, origin: 0 };
}

/** The query of the next page; null on the last page. Specification: Pagination rules 2. */
export function nextQuery({ current }: PageTrail): BuyersQuery | null {
  const cursor = current.page?.nextCursor ?? null;
  return cursor === null ? null : { ...current.query, cursor };
}

/**
 * The query of the previous page: the one visited before, or else the one that the service names. Null if there is
 * neither.
 */
export function previousQuery({ queries, at, current }: PageTrail): BuyersQuery | null {
  const before = queries[at - 1];
  if (before) return before;
  const cursor = current.page?.previousCursor ?? null;
  return cursor === null ? null : { ...current.query, cursor };
}

/** Goes forward. The queries ahead are kept only if the service still names the same next page. */
export function stepForward({ queries, at, origin }: PageTrail, page: VisitedPage): PageTrail {
  const ahead = queries[at + 1];
  const rest = ahead && queryKey(ahead) === queryKey(page.query) ? queries.slice(at + 2) : [];
  return { queries: [...queries.slice(0, at + 1), page.query, ...rest], at: at + 1, current: page, origin };
}

export function stepBack(trail: PageTrail, page: VisitedPage): PageTrail {
  if (trail.at > 0) return replaceAt(trail, trail.at - 1, page);
  return { queries: [page.query, ...trail.queries], at: 0, current: page, origin: trail.origin + 1 };
}

/** Replaces the current page with a new reading of it. */
export function refreshed(trail: PageTrail, page: VisitedPage): PageTrail {
  return replaceAt(trail, trail.at, page);
}

function replaceAt(trail: PageTrail, at: number, page: VisitedPage): PageTrail {
  const queries = trail.queries.map((known, index) => (index === at ? page.query : known));
  return { ...trail, queries, at, current: page };
}

/** `Page 3`, `Page 3 from the start cursor`, `2 pages before the start cursor`. */
export function formatPlace(trail: PageTrail): string {
  const number = trail.at - trail.origin + 1;
  const fromCursor = trail.queries[trail.origin]?.cursor !== null;
  if (number >= 1) return `Page ${number}${fromCursor ? ' from the start cursor' : ''}`;
  const before = 1 - number;
  return `${countOf(before, 'page')} before the ${fromCursor ? 'start cursor' : 'first page'}`;
}

/** The same for all profiles that lead to the same buyers. */
export function originKey(
  profile: Pick<Profile | ProfileStamp, 'id' | 'baseUrl' | 'merchantAccountId' | 'merchantHeader'>,
): string {
  const { id, baseUrl, merchantAccountId, merchantHeader } = profile;
  return JSON.stringify([id, baseUrl, merchantAccountId, merchantHeader]);
}
