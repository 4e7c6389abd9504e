import type { Exchange } from '../http/exchange';
import type { SessionLine, SessionOutcome } from '../history/session-outcome';
import type { Problem } from '../problem';
import { requestNames } from './requests';

/** Most ids of one list; more are refused with words. */
export const MAX_BULK_SESSIONS = 10_000;

/** Most profiles that one look-up elsewhere asks; more are not shown. */
export const MAX_ELSEWHERE = 8;

/** Longest name of a list. */
export const MAX_LIST_NAME = 100;

/** A list of look-ups, as it is remembered. */
export interface SessionListSummary {
  readonly id: string;
  readonly profileId: string;
  /** Null until somebody names it: those without a name make room for newer ones. */
  readonly name: string | null;
  /** The last time; UTC, ISO 8601. */
  readonly lookedUpAt: string;
  readonly total: number;
  readonly counts: Readonly<Partial<Record<SessionOutcome, number>>>;
}

/** A look-up that is remembered: enough of it to tell it from its neighbours. */
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
   * @param checkLater gives a large answer while its contract check is under way: `awaitSessionCheck` brings that.
   * @param tellBeginning tells of a large answer by `sessionBegins` while the rest of it is coming.
   */
  lookUpSession: {
    argument: { sessionId: string; callId: string; checkLater?: boolean; tellBeginning?: boolean };
    result: Exchange;
  };
  /** The contract check of an answer that was given before it, once; null when it is not under way (any more). */
  awaitSessionCheck: {
    argument: { exchangeId: string };
    result: Pick<Exchange, 'check' | 'findings' | 'moreFindings'> | null;
  };
  /**
   * Looks the session up on those of these other profiles that are not for production, each with its own credential; the
   * active one stays.
   * A profile that cannot be asked has a problem in place of a line.
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
   * Looks up many ids with bounded concurrency; a 429 makes the whole list wait, and no id is lost. Lines arrive as
   * `sessionLines` events while it runs; the result has a line for each id, in their order, also after a cancel. Null when
   * the person was asked (many, on production) and said no. The list is remembered: under the id of one that is, these of
   * its ids are looked up again, on its own profile.
   * @param listId a UUID of the renderer's making.
   */
  lookUpSessions: {
    argument: { listId: string; sessionIds: readonly string[]; callId: string };
    result: readonly SessionLine[] | null;
  };
  /** The exchange behind a line of a list, from memory or the history, and a recent look-up from then on; null when it is gone. */
  openSessionLine: { argument: { listId: string; sessionId: string }; result: Exchange | null };
  /** Lists of a profile, named ones first, then newest first. */
  listSessionLists: { argument: { profileId: string }; result: readonly SessionListSummary[] };
  /** In the order of the paste; null when it is gone. */
  openSessionList: {
    argument: { listId: string };
    result: { readonly summary: SessionListSummary; readonly lines: readonly SessionLine[] } | null;
  };
  /** A list with a name is kept until somebody deletes it; null takes the name away. */
  nameSessionList: {
    argument: { listId: string; name: string | null };
    result: readonly SessionListSummary[];
  };
  /** It can be brought back for `UNDO_WINDOW_MS`. */
  deleteSessionList: { argument: { listId: string }; result: readonly SessionListSummary[] };
  undoDeleteSessionList: { argument: { listId: string }; result: readonly SessionListSummary[] };
  /** Recent look-ups of a profile, pinned ones first, then newest first. */
  listRecentSessions: { argument: { profileId: string }; result: readonly RecentSession[] };
  pinRecentSession: {
    argument: { profileId: string; sessionId: string; pinned: boolean };
    result: readonly RecentSession[];
  };
  /** Forgets the recent look-ups of a profile that are not pinned, and its lists without a name. */
  clearRecentSessions: {
    /** A UUID of the renderer's making, by which it can be undone for `UNDO_WINDOW_MS`. */
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
