import type { Exchange } from '@shared/http/exchange';
import type { RequestSpec } from '@shared/requests/request-spec';
import { countOf } from '@shared/text/count-of';

/** How many pages are kept; those further back are requested again. */
const MAX_HELD = 50;

/** An answer and its request. */
export interface ListVisit {
  readonly request: RequestSpec;
  readonly exchange: Exchange;
}

/** The pages that were visited, in order. Immutable: each step returns another trail. */
export interface ListTrail {
  readonly visits: readonly ListVisit[];
  readonly at: number;
  /** Index in `visits` of the page that was requested first; below 0 when it is no longer kept. */
  readonly origin: number;
}

export function startOf(visit: ListVisit): ListTrail {
  return { visits: [visit], at: 0, origin: 0 };
}

/** The next visit, if it already answers this request; otherwise null. */
export function ahead({ visits, at }: ListTrail, request: RequestSpec): ListVisit | null {
  const next = visits[at + 1];
  return next !== undefined && JSON.stringify(next.request.query) === JSON.stringify(request.query)
    ? next
    : null;
}

/** Goes to the next page; the pages ahead stay if this visit is the one that was next. */
export function forward({ visits, at, origin }: ListTrail, visit: ListVisit): ListTrail {
  const isKnown = visits[at + 1]?.exchange.id === visit.exchange.id;
  const kept = isKnown ? visits : [...visits.slice(0, at + 1), visit];
  const gone = Math.max(0, kept.length - MAX_HELD);
  return { visits: kept.slice(gone), at: at + 1 - gone, origin: origin - gone };
}

export function back({ visits, at, origin }: ListTrail, visit: ListVisit): ListTrail {
  if (at > 0) return { visits, at: at - 1, origin };
  return { visits: [visit, ...visits].slice(0, MAX_HELD), at: 0, origin: origin + 1 };
}

/** `Page 3`, or how many pages it lies before the page that was requested first. */
export function describePlace({ at, origin }: ListTrail): string {
  const number = at - origin + 1;
  return number >= 1
    ? `Page ${number.toLocaleString('en')}`
    : `${countOf(1 - number, 'page')} before the first page requested`;
}
