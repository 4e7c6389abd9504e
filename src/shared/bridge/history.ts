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

/** Who searches the history beside its own screen. */
export const HISTORY_ASKERS = ['palette', 'tour', 'find-session', 'session-marks'] as const;
export type HistoryAsker = (typeof HISTORY_ASKERS)[number];

/** Which exchange is replayed, and what the person has seen and entered for it. */
export interface ReplayArgument {
  readonly id: string;
  /** The profile under which it is sent; has to be the active one. */
  readonly profileId: string;
  /** Of the plan that was shown. */
  readonly mark: string;
  /** Values of secret headers that are not known, by the header's name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Three or four digits for each of the plan's `missingCodes`, in their order; sent, and never kept. */
  readonly securityCodes: readonly string[];
  /** What to do with its idempotency key; null when it has none. */
  readonly idempotencyKey: 'same' | 'new' | null;
  /** `new`: the request as it was composed, with the values of now. */
  readonly values: 'same' | 'new';
  readonly callId: string;
}

/** A request made from an exchange: it asks for the same. */
export interface HistoryRequest {
  /** The family of the drafts it is edited in, while nobody knows how it ended; null when that is known, or when it only reads. */
  readonly familyId: string | null;
  /** Secret headers hold a reference while their values are known, and nothing otherwise. */
  readonly request: RequestSpec;
  /** Under which it was recorded. */
  readonly profileId: string;
  /** Sentences on what could not be taken over. */
  readonly notes: readonly string[];
}

export interface HistoryRequests {
  /**
   * Newest first. Null when a newer search was asked for meanwhile; the searches of different places do not
   * supersede each other.
   */
  searchHistory: {
    argument: {
      query: HistoryQuery;
      before: number | null;
      limit: number;
      asker?: HistoryAsker | undefined;
    };
    /** `notWritten`: why something is not in the history. */
    result: (HistoryPage & { readonly notWritten: Problem | null }) | null;
  };
  /** Null when a newer count was asked for meanwhile. */
  countHistory: { argument: { query: HistoryQuery }; result: HistoryFacets | null };
  /** Where these words stand in entries that a search has found, by the entry's id; those without a place are left out. */
  findHistoryMatches: {
    argument: { ids: readonly string[]; text: string };
    result: Readonly<Record<string, HistoryMatch>>;
  };
  /** Null when it is gone. */
  openHistoryEntry: { argument: { id: string }; result: HistoryDetail | null };
  /** Gives the entry as it is now; null when it is gone. */
  markHistoryEntry: {
    argument: { id: string; starred?: boolean; note?: string; notedOutcome?: NotedOutcome | null };
    result: HistoryEntry | null;
  };
  deleteHistoryEntries: { argument: { ids: readonly string[] }; result: null };
  /**
   * Everything of a profile, or with null everything. `clearId` is a UUID of the renderer's making, by which it can be undone
   * for `UNDO_WINDOW_MS`, unless the disk has no room to hold it.
   */
  clearHistory: {
    argument: { profileId: string | null; keepStarred: boolean; clearId: string };
    result: { readonly entries: number; readonly canUndo: boolean };
  };
  /** Gives the number of entries that are there again. */
  undoClearHistory: { argument: { clearId: string }; result: number };
  /** How much there is. */
  measureHistory: { argument: undefined; result: { readonly entries: number; readonly bytes: number } };
  /** What a replay on this profile, which has to be the active one, would be. Sends nothing. */
  planReplay: { argument: { id: string; profileId: string }; result: ReplayPlan };
  /** Sends the same bytes again with a fresh token, once; it is never tried again. */
  replayExchange: { argument: ReplayArgument; result: SendResult };
  /** The same several times, one after the other. Refused on production. */
  replayManyTimes: {
    argument: ReplayArgument & { readonly times: number; readonly perSecond: number };
    result:
      | { readonly kind: 'done'; readonly summary: ReplaySummary }
      | Extract<SendResult, { kind: 'declined' }>;
  };
  /** To be opened on its screen, edited or saved. */
  requestFromHistory: { argument: { id: string }; result: HistoryRequest };
  /**
   * Writes the exchanges to a HAR file that the person chooses, masked as they are kept, but those that are gone or cannot be read;
   * null when none was chosen.
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
