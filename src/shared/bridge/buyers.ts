import type { FindingSeverity } from '@contract';
import type { Exchange } from '../http/exchange';
import type { Problem } from '../problem';
import type { ProfileStamp } from '../profiles/profile';
import { requestNames } from './requests';

/** Largest cap of a load: more rows would not fit in a window's memory. */
export const MAX_LOADED_BUYERS = 1_000_000;
/** Cap of a load unless the person changes it. */
export const DEFAULT_LOAD_CAP = 10_000;
/** Largest number of free query parameters. */
export const MAX_QUERY_PARAMETERS = 50;

export type QueryParameter = readonly [name: string, value: string];

/** The query of GET /buyers (specification: Endpoints, Pagination rules). */
export interface BuyersQuery {
  /** Page size; null leaves it to the service. The specification does not give its range or default. */
  readonly limit: number | null;
  /** Opaque cursor of an earlier page; null starts with the first page. */
  readonly cursor: string | null;
  /** Further query parameters, sent in this order. The specification has none. */
  readonly parameters: readonly QueryParameter[];
}

/** One item of a page. */
export interface BuyerItem {
  /** JSON text exactly as the service wrote it. */
  readonly text: string;
  /** The most serious finding of its contract check; null if it conforms. */
  readonly worst: FindingSeverity | null;
}

/** A page's envelope, read tolerantly: null if the service sent null, nothing, or a value of another type. */
export interface BuyerPage {
  readonly items: readonly BuyerItem[];
  readonly limit: number | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

export interface BuyersAnswer {
  readonly exchange: Exchange;
  /** Null if the answer is not a page. */
  readonly page: BuyerPage | null;
}

/** An id that occurred again within one load. Rows count from 1. */
export interface RepeatedId {
  readonly id: string;
  readonly row: number;
  readonly again: number;
}

/** The state of a load: everything needed to continue from there. */
export interface LoadCheckpoint {
  /** UUID; a resumed load keeps it. */
  readonly loadId: string;
  readonly query: BuyersQuery;
  /** The load ends with the page that reaches this many rows. */
  readonly cap: number;
  readonly rows: number;
  readonly pages: number;
  /** Cursor of the next page; null for the first page, and if there is no next page. */
  readonly nextCursor: string | null;
}

export interface LoadState extends LoadCheckpoint {
  readonly profile: ProfileStamp;
  /** How many ids were repeated, and the first of them. */
  readonly repeats: number;
  readonly firstRepeats: readonly RepeatedId[];
  readonly paused: boolean;
  /** Set while it waits, because the service asked or before a retry: why, and until when (UTC, ISO 8601). */
  readonly wait: { readonly reason: string; readonly until: string } | null;
  /** False if its checkpoint could not be saved, so that it cannot be resumed after a restart. */
  readonly written: boolean;
}

/** Why a load ended. All but a `complete` one can be resumed from `nextCursor`. */
export type LoadEnd =
  /** No further page is named. `oddCursor`: the JSON in place of a cursor or null, such as `""`. */
  | { readonly kind: 'complete'; readonly oddCursor?: string }
  | { readonly kind: 'cap' }
  /** `why` in words if the person did not cancel it: `the profile was edited`. */
  | { readonly kind: 'cancelled'; readonly why?: string }
  /** The answer is not a page, or there is none. */
  | { readonly kind: 'failed'; readonly exchange: Exchange }
  /** Main refused to send: no token, no base URL. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  /** The service repeated the cursor that it gave after page `page` (from 1). */
  | { readonly kind: 'cursor-loop'; readonly page: number }
  /** Every buyer of the last page had already come before. */
  | { readonly kind: 'rows-loop' }
  /** This many pages in a row were empty, each naming a next one. */
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
  /** True if its rows are in the encrypted database, so that resuming brings them back. */
  readonly rowsKept: boolean;
  /** Null if it can be resumed; otherwise a sentence that says why not. */
  readonly refusal: string | null;
}

export interface BuyersRequests {
  /** One page, on the active profile. */
  listBuyers: { argument: { query: BuyersQuery; callId: string }; result: BuyersAnswer };
  /**
   * Follows `next_cursor`, starting at the query's cursor, until the last page or the cap; a 429 makes it wait as
   * long as the service asks. Rows arrive as `buyersLoad` events. Replaces the profile's stopped load.
   */
  loadBuyers: { argument: { query: BuyersQuery; cap: number; callId: string }; result: LoadOutcome };
  /** Continues the stopped load of the active profile. `held`: how many of its rows the renderer holds. */
  resumeBuyersLoad: {
    argument: { loadId: string; cap: number; held: number; callId: string };
    result: LoadOutcome;
  };
  /** Pauses before the next page, or continues. False if no such load is running. */
  pauseBuyersLoad: { argument: { callId: string; paused: boolean }; result: boolean };
  /** The stopped load of a profile, or null. */
  describeStoppedLoad: { argument: { profileId: string }; result: ResumableLoad | null };
  /** Deletes it, including its kept rows. */
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
