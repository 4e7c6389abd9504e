import type { FindingSeverity } from '@contract';
import type { Exchange } from '../http/exchange';
import type { Problem } from '../problem';
import type { ProfileStamp } from '../profiles/profile';
import { requestNames } from './requests';

/** Largest cap of a load: beyond it the rows would not fit in a window's memory. */
export const MAX_LOADED_BUYERS = 1_000_000;
/** Cap of a load unless the person changes it. */
export const DEFAULT_LOAD_CAP = 10_000;
/** Largest number of free query parameters. */
export const MAX_QUERY_PARAMETERS = 50;

export type QueryParameter = readonly [name: string, value: string];

/** What GET /buyers is asked (specification: Endpoints, Pagination rules). */
export interface BuyersQuery {
  /** Page size; null leaves it to the service. Its range and default are not shown. */
  readonly limit: number | null;
  /** Opaque cursor of an earlier page; null begins with the first page. */
  readonly cursor: string | null;
  /** Further query parameters, sent in this order. The specification shows none. */
  readonly parameters: readonly QueryParameter[];
}

/** One item of a page. */
export interface BuyerItem {
  /** JSON text exactly as the service wrote it. */
  readonly text: string;
  /** The gravest finding of its contract check; null when it conforms. */
  readonly worst: FindingSeverity | null;
}

/** A page envelope, read tolerantly: null where the service gave null, nothing, or something of another type. */
export interface BuyerPage {
  readonly items: readonly BuyerItem[];
  readonly limit: number | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

export interface BuyersAnswer {
  readonly exchange: Exchange;
  /** Null when the answer is no page. */
  readonly page: BuyerPage | null;
}

/** An id that came again within one load. Rows count from 1. */
export interface RepeatedId {
  readonly id: string;
  readonly row: number;
  readonly again: number;
}

/** Where a load stands: all it takes to go on from there. */
export interface LoadCheckpoint {
  /** UUID; a load that is resumed keeps it. */
  readonly loadId: string;
  readonly query: BuyersQuery;
  /** It ends with the page that reaches so many rows. */
  readonly cap: number;
  readonly rows: number;
  readonly pages: number;
  /** Cursor of the page that is asked next; null for the first page, and when there is none. */
  readonly nextCursor: string | null;
}

export interface LoadState extends LoadCheckpoint {
  readonly profile: ProfileStamp;
  /** Ids that came more than once: how many times, and the first of them. */
  readonly repeats: number;
  readonly firstRepeats: readonly RepeatedId[];
  readonly paused: boolean;
  /** Set while it waits, as the service asked or before another try: why, and until when (UTC, ISO 8601). */
  readonly wait: { readonly reason: string; readonly until: string } | null;
  /** False when its checkpoint could not be written down: then it cannot be resumed after a restart. */
  readonly written: boolean;
}

/** Why a load ended. All but `complete` can be resumed from `nextCursor`. */
export type LoadEnd =
  /** No further page is named. `oddCursor`: the JSON that stands where the specification has a cursor or null, such as `""`. */
  | { readonly kind: 'complete'; readonly oddCursor?: string }
  | { readonly kind: 'cap' }
  /** `why` in words when it was not the person: `the profile was edited`. */
  | { readonly kind: 'cancelled'; readonly why?: string }
  /** An answer that is no page, or none at all. */
  | { readonly kind: 'failed'; readonly exchange: Exchange }
  /** Main refused to send: no token, no base URL. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The service repeats a cursor that it already gave after page `page` (from 1). */
  | { readonly kind: 'cursor-loop'; readonly page: number }
  /** Every buyer of the last page was there before. */
  | { readonly kind: 'rows-loop' }
  /** This many pages in a row were empty, and each named a next one. */
  | { readonly kind: 'empty-pages'; readonly pages: number };

export interface LoadOutcome {
  readonly state: LoadState;
  readonly end: LoadEnd;
}

/** A load that did not reach its end, possibly in an earlier run of the app. */
export interface ResumableLoad extends LoadCheckpoint {
  readonly profileId: string;
  /** UTC, ISO 8601. */
  readonly stoppedAt: string;
  /** True when its rows are in the encrypted database, from which resuming brings them back. */
  readonly rowsKept: boolean;
  /** Null when it can be resumed; else a sentence that says why not. */
  readonly refusal: string | null;
}

export interface BuyersRequests {
  /** One page, on the active profile. */
  listBuyers: { argument: { query: BuyersQuery; callId: string }; result: BuyersAnswer };
  /**
   * Follows `next_cursor` from the query's cursor on, until the last page or the cap; a 429 makes it wait as long as the
   * service asks. Rows arrive as `buyersLoad` events. Takes the place of the profile's stopped load.
   */
  loadBuyers: { argument: { query: BuyersQuery; cap: number; callId: string }; result: LoadOutcome };
  /** Goes on with the stopped load of the active profile. `held`: how many of its rows the renderer holds. */
  resumeBuyersLoad: {
    argument: { loadId: string; cap: number; held: number; callId: string };
    result: LoadOutcome;
  };
  /** Pauses before the next page, or goes on. False when no such load runs. */
  pauseBuyersLoad: { argument: { callId: string; paused: boolean }; result: boolean };
  /** The stopped load of a profile, or null. */
  describeStoppedLoad: { argument: { profileId: string }; result: ResumableLoad | null };
  /** Forgets it, and the rows that were kept of it. */
  discardStoppedLoad: { argument: { profileId: string }; result: null };
}

export const buyersRequestNames = requestNames<BuyersRequests>({
  listBuyers: true,
  loadBuyers: true,
  resumeBuyersLoad: true,
  pauseBuyersLoad: true,
  describeStoppedLoad: true,
  discardStoppedLoad: true,
});
