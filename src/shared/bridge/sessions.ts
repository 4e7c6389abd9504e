import type { Exchange } from '../http/exchange';
import type { SessionLine } from '../history/session-outcome';
import { requestNames } from './requests';

/** Most ids of one list; more are refused with words. */
export const MAX_BULK_SESSIONS = 10_000;

/** A look-up that is remembered: enough of it to tell it from its neighbours. */
export interface RecentSession extends Pick<
  SessionLine,
  'sessionId' | 'outcome' | 'expiresAt' | 'total' | 'card' | 'buyer'
> {
  /** UTC, ISO 8601. */
  readonly lookedUpAt: string;
  readonly pinned: boolean;
}

export interface SessionRequests {
  /** GET /checkout/sessions/{session_id} on the active profile. The id must be a UUID. */
  lookUpSession: { argument: { sessionId: string; callId: string }; result: Exchange };
  /**
   * Looks up many ids with bounded concurrency; a 429 makes the whole list wait, and no id is lost. Lines arrive as
   * `sessionLines` events while it runs; the result has a line for each id, in their order, also after a cancel.
   */
  lookUpSessions: {
    argument: { sessionIds: readonly string[]; callId: string };
    result: readonly SessionLine[];
  };
  /** The exchange behind a line of a list that was looked up in this run; null when it is no longer kept. */
  openSessionLine: { argument: { callId: string; sessionId: string }; result: Exchange | null };
  /** Recent look-ups of a profile, pinned ones first, then newest first. */
  listRecentSessions: { argument: { profileId: string }; result: readonly RecentSession[] };
  pinRecentSession: {
    argument: { profileId: string; sessionId: string; pinned: boolean };
    result: readonly RecentSession[];
  };
  /** Forgets the recent look-ups of a profile that are not pinned. */
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
  lookUpSessions: true,
  openSessionLine: true,
  listRecentSessions: true,
  pinRecentSession: true,
  clearRecentSessions: true,
  undoClearRecentSessions: true,
});
