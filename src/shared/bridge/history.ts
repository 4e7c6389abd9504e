import type {
  HistoryDetail,
  HistoryEntry,
  HistoryFacets,
  HistoryMatch,
  HistoryPage,
  HistoryQuery,
  ReplayPlan,
  ReplaySummary,
} from '../history/history';
import type { NotedOutcome } from '../history/noted-outcome';
import type { Problem } from '../problem';
import type { RequestSpec } from '../requests/request-spec';
import { requestNames } from './requests';
import type { SendResult } from './sending';

/** The places that search the history besides its own screen. */
export const HISTORY_ASKERS = ['palette', 'tour', 'find-session', 'session-marks'] as const;
export type HistoryAsker = (typeof HISTORY_ASKERS)[number];

/** Which exchange to replay, and what the person saw and entered for it. */
export interface ReplayArgument {
  readonly id: string;
  /** The profile to send it under; must be the active one. */
  readonly profileId: string;
  /** `mark` of the plan that was shown. */
  readonly mark: string;
  /** Values of secret headers that are not known, by header name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Three or four digits for each of the plan's `missingCodes`, in that order; sent but never kept. */
  readonly securityCodes: readonly string[];
  /** What to do with its idempotency key; null if it has none. */
  readonly idempotencyKey: 'same' | 'new' | null;
  /** `new`: the request as it was composed, with the current values of its variables. */
  readonly values: 'same' | 'new';
  readonly callId: string;
}

/** A request made from an exchange, asking for the same. */
export interface HistoryRequest {
  /**
   * The family of the drafts in which it is edited while its outcome is unknown; null once that is known, or if it
   * only reads.
   */
  readonly familyId: string | null;
  /** Secret headers hold a reference if their values are known, otherwise nothing. */
  readonly request: RequestSpec;
  /** The profile it was recorded under. */
  readonly profileId: string;
  /** Sentences about what could not be copied. */
  readonly notes: readonly string[];
}

export interface HistoryRequests {
  /**
   * Newest first. Null if a newer search has been requested since; searches from different places do not supersede
   * each other.
   */
  searchHistory: {
    argument: {
      query: HistoryQuery;
      before: number | null;
      limit: number;
      asker?: HistoryAsker | undefined;
    };
    /** `notWritten`: why something is missing from the history. */
    result: (HistoryPage & { readonly notWritten: Problem | null }) | null;
  };
  /** Null if a newer count has been requested since. */
  countHistory: { argument: { query: HistoryQuery }; result: HistoryFacets | null };
  /**
   * Where these words occur in entries that a search has found, by entry id; leaves out entries in which they are not
   * found.
   */
  findHistoryMatches: {
    argument: { ids: readonly string[]; text: string };
    result: Readonly<Record<string, HistoryMatch>>;
  };
  /** Null if it is gone. */
  openHistoryEntry: { argument: { id: string }; result: HistoryDetail | null };
  /** Returns the current entry; null if it is gone. */
  markHistoryEntry: {
    argument: { id: string; starred?: boolean; note?: string; notedOutcome?: NotedOutcome | null };
    result: HistoryEntry | null;
  };
  deleteHistoryEntries: { argument: { ids: readonly string[] }; result: null };
  /**
   * Deletes the entries of a profile, or all entries for null. `clearId` is a UUID made by the renderer, by which
   * this can be undone for `UNDO_WINDOW_MS`, unless the disk has no room to keep them.
   */
  clearHistory: {
    argument: { profileId: string | null; keepStarred: boolean; clearId: string };
    result: { readonly entries: number; readonly canUndo: boolean };
  };
  /** Returns the number of restored entries. */
  undoClearHistory: { argument: { clearId: string }; result: number };
  /** The size of the history. */
  measureHistory: { argument: undefined; result: { readonly entries: number; readonly bytes: number } };
  /** What a replay on this profile, which must be the active one, would be. Sends nothing. */
  planReplay: { argument: { id: string; profileId: string }; result: ReplayPlan };
  /** Sends the same bytes again with a fresh token, once; it is never retried. */
  replayExchange: { argument: ReplayArgument; result: SendResult };
  /** The same several times, one after another. Refused on production. */
  replayManyTimes: {
    argument: ReplayArgument & { readonly times: number; readonly perSecond: number };
    result:
      | { readonly kind: 'done'; readonly summary: ReplaySummary }
      | Extract<SendResult, { kind: 'declined' }>;
  };
  /** The request to open on its screen, edit or save. */
  requestFromHistory: { argument: { id: string }; result: HistoryRequest };
  /**
   * Writes the exchanges to a HAR file that the person chooses, masked as they are kept, except those that are gone
   * or cannot be read; null if no file was chosen.
   */
  exportHistory: {
    argument: { ids: readonly string[] };
    result: { readonly path: string; readonly written: number } | null;
  };
}

export const historyRequestNames = requestNames<HistoryRequests>({
  searchHistory: true,
  countHistory: true,
  findHistoryMatches: true,
  openHistoryEntry: true,
  markHistoryEntry: true,
  deleteHistoryEntries: true,
  clearHistory: true,
  undoClearHistory: true,
  measureHistory: true,
  planReplay: true,
  replayExchange: true,
  replayManyTimes: true,
  requestFromHistory: true,
  exportHistory: true,
});
