import type { Exchange } from '../http/exchange';
import type { SessionLine, SessionOutcome } from '../history/session-outcome';
import type { Problem } from '../problem';
import { requestNames } from './requests';

/** Most ids in one list; a longer one is refused with a problem. */
export const MAX_BULK_SESSIONS = 10_000;

/** Most profiles asked by one look-up elsewhere; more are not shown. */
export const MAX_ELSEWHERE = 8;

/** Longest name of a list. */
export const MAX_LIST_NAME = 100;

/** A remembered list of look-ups. */
export interface SessionListSummary {
  readonly id: string;
  readonly profileId: string;
  /** Null until somebody names it: unnamed lists make room for newer ones. */
  readonly name: string | null;
  /** Time of the last look-up; UTC, ISO 8601. */
  readonly lookedUpAt: string;
  /** How many IDs it has. */
  readonly total: number;
  readonly counts: Readonly<Partial<Record<SessionOutcome, number>>>;
}

/** A remembered look-up, with enough to tell it from its neighbours. */
export interface RecentSession extends Pick<
  SessionLine,
  'sessionId' | 'outcome' | 'isForeign' | 'expiresAt' | 'total' | 'card' | 'buyer'
> {
  /** HTTP status; null without an answer, undefined for entries that predate it. */
  readonly status?: number | null | undefined;
  /** UTC, ISO 8601. */
  readonly lookedUpAt: string;
  readonly pinned: boolean;
}

export interface SessionRequests {
  /**
   * GET /checkout/sessions/{session_id} on the active profile. The id must be a UUID.
   * @param checkLater returns a large answer before its contract check is done; `awaitSessionCheck` returns the
   * check.
   * @param tellBeginning sends `sessionBegins` for a large answer while the rest of it is still arriving.
   */
  lookUpSession: {
    argument: { sessionId: string; callId: string; checkLater?: boolean; tellBeginning?: boolean };
    result: Exchange;
  };
  /** The contract check of an answer that was returned early, once; null if it is not (or no longer) under way. */
  awaitSessionCheck: {
    argument: { exchangeId: string };
    result: Pick<Exchange, 'check' | 'findings' | 'moreFindings'> | null;
  };
  /**
   * Looks the session up on those of the given profiles that are not production, each with its own credential; the
   * active profile does not change. A profile that cannot be asked has a problem in place of a row.
   */
  lookUpElsewhere: {
    argument: { sessionId: string; profileIds: readonly string[]; callId: string };
    result: readonly {
      readonly profileId: string;
      readonly line: SessionLine | null;
      readonly problem: Problem | null;
    }[];
  };
  /**
   * Looks up many ids with bounded concurrency; a 429 makes the whole list wait, and no id is lost. Rows arrive as
   * `sessionLines` events while it runs; the result has a row for each id, in order, even after a cancellation. Null
   * if the person was asked (many, on production) and said no. The list is remembered. With the id of an existing
   * list, these ids of it are looked up again, on its own profile.
   * @param listId a UUID made by the renderer.
   * @param entries for a new list whose paste contained entries that are not ids: these and the ids, in order
   * (`listEntries`), to be kept with it.
   */
  lookUpSessions: {
    argument: {
      listId: string;
      sessionIds: readonly string[];
      callId: string;
      entries?: readonly string[] | undefined;
    };
    result: readonly SessionLine[] | null;
  };
  /**
   * The exchange behind a row of a list, from memory or the history; it then counts as a recent look-up. Null if it
   * is gone.
   */
  openSessionLine: { argument: { listId: string; sessionId: string }; result: Exchange | null };
  /** Lists of a profile: named ones first, then newest first. */
  listSessionLists: { argument: { profileId: string }; result: readonly SessionListSummary[] };
  /** Rows of the ids and of the entries that are not ids, in the order of the paste; null if the list is gone. */
  openSessionList: {
    argument: { listId: string };
    result: { readonly summary: SessionListSummary; readonly lines: readonly SessionLine[] } | null;
  };
  /** A named list is kept until somebody deletes it; null removes the name. */
  nameSessionList: {
    argument: { listId: string; name: string | null };
    result: readonly SessionListSummary[];
  };
  /** Can be undone for `UNDO_WINDOW_MS`. */
  deleteSessionList: { argument: { listId: string }; result: readonly SessionListSummary[] };
  undoDeleteSessionList: { argument: { listId: string }; result: readonly SessionListSummary[] };
  /** Recent look-ups of a profile: pinned ones first, then newest first. */
  listRecentSessions: { argument: { profileId: string }; result: readonly RecentSession[] };
  pinRecentSession: {
    argument: { profileId: string; sessionId: string; pinned: boolean };
    result: readonly RecentSession[];
  };
  /** Deletes the recent look-ups of a profile that are not pinned, and its unnamed lists. */
  clearRecentSessions: {
    /** A UUID made by the renderer, by which this can be undone for `UNDO_WINDOW_MS`. */
    argument: { profileId: string; clearId: string };
    result: readonly RecentSession[];
  };
  undoClearRecentSessions: {
    argument: { profileId: string; clearId: string };
    result: readonly RecentSession[];
  };
}

export const sessionRequestNames = requestNames<SessionRequests>({
  lookUpSession: true,
  awaitSessionCheck: true,
  lookUpElsewhere: true,
  lookUpSessions: true,
  openSessionLine: true,
  listSessionLists: true,
  openSessionList: true,
  nameSessionList: true,
  deleteSessionList: true,
  undoDeleteSessionList: true,
  listRecentSessions: true,
  pinRecentSession: true,
  clearRecentSessions: true,
  undoClearRecentSessions: true,
});
