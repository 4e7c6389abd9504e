import type { OperationKey } from '../requests/operation-key';
import type { Exchange, LoadCounts } from '../http/exchange';
import type { Problem } from '../problem';
import type { Environment } from '../profiles/profile';
import type { EntrySummary } from './entry-summary';
import type { NotedOutcome } from './noted-outcome';

/** How an exchange ended, as it is shown and filtered. */
export type HistoryOutcome = (typeof HISTORY_OUTCOMES)[number];
export const HISTORY_OUTCOMES = [
  /** A complete response came back, whatever its status. */
  'answered',
  /** The person cancelled before it could have an effect. */
  'cancelled',
  /** The request did not arrive; or it only reads, and no complete answer came. */
  'failed',
  /** No answer came back: the request may have arrived and had its effect. */
  'unknown',
] as const;

/** The first digit of the status; 0 without a response. */
export type StatusClass = (typeof STATUS_CLASSES)[number];
export const STATUS_CLASSES = [0, 1, 2, 3, 4, 5] as const;

/** One line of the history. */
export interface HistoryEntry {
  /** The exchange's id. */
  readonly id: string;
  /** Orders the history: ms since 1970 at its start, made unique. */
  readonly place: number;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly operation: OperationKey;
  readonly profile: { readonly id: string; readonly name: string; readonly environment: Environment };
  readonly method: string;
  readonly url: string;
  /** Method and URL that Vault Forward was asked to call: `POST https://psp.example/charges`; null for other operations. */
  readonly destination: string | null;
  readonly status: number | null;
  /** The recorded outcome, which is `unknown` or `cancelled` until there is an answer. */
  readonly outcome: HistoryOutcome;
  /** True while its request is under way in this run of the app. */
  readonly isUnderWay?: boolean;
  readonly durationMs: number;
  /** Number of findings of the contract check; null if nothing was found and the body was not checked in full. */
  readonly findings: number | null;
  readonly starred: boolean;
  readonly note: string;
  /** Null if nobody noted one. */
  readonly notedOutcome: NotedOutcome | null;
  /** Id of the exchange that this is a replay of. */
  readonly replayOf: string | null;
  /** Set if it was made by **Test connection**. */
  readonly purpose: 'connection-test' | null;
  /** Set if it stands for a load of pages. */
  readonly load: LoadCounts | null;
  /** Null for entries that predate it, and if there is nothing to say. */
  readonly summary: EntrySummary | null;
}

/** What is searched for. An empty list leaves its facet open; the values in a list are alternatives. */
export interface HistoryQuery {
  /** Words that all have to occur; the last one may be the beginning of a word. */
  readonly text: string;
  readonly operations: readonly OperationKey[];
  readonly statusClasses: readonly StatusClass[];
  readonly profileIds: readonly string[];
  readonly outcomes: readonly HistoryOutcome[];
  /** True for starred entries only. */
  readonly starred: boolean;
}

export const EMPTY_HISTORY_QUERY: HistoryQuery = {
  text: '',
  operations: [],
  statusClasses: [],
  profileIds: [],
  outcomes: [],
  starred: false,
};

/** Newest first. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[];
  /**
   * Entries of this page that cannot be read; on a search's first page, also those that the search cannot know of.
   */
  readonly unreadable: number;
  /** On a search's first page: entries that are still being indexed and so were not searched. */
  readonly unindexed: number;
  /** `before` for the next page; null at the end. */
  readonly next: number | null;
}

/** True for punctuation alone: a search looks for letters and digits. */
export function hasOnlySigns(text: string): boolean {
  return text.trim() !== '' && !/[\p{L}\p{N}]/u.test(text.normalize('NFKD'));
}

/** Where the words of a search occur in an exchange, for its row in the list. */
export interface HistoryMatch {
  /** Where it was found: `note`, or the name of the field. */
  readonly label: string | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** How near the exchange comes to what was typed: lower is nearer, 0 the whole of a field that identifies something. */
  readonly rank: number;
}

/** Most entries whose matches can be requested at once. */
export const MAX_MATCHES = 100;

/** Longest note, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 10_000;

/** In characters. */
export const MAX_SEARCH_LENGTH = 1_000;

/** How many entries each value of a facet would leave, with the rest of the query unchanged. */
export interface HistoryFacets {
  /** Entries that the whole query finds. */
  readonly total: number;
  readonly operations: readonly FacetCount<OperationKey>[];
  readonly statusClasses: readonly FacetCount<StatusClass>[];
  readonly profiles: readonly FacetCount<string>[];
  readonly outcomes: readonly FacetCount<HistoryOutcome>[];
  readonly starred: number;
}

export interface FacetCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** One exchange with its context. */
export interface HistoryDetail {
  readonly entry: HistoryEntry;
  readonly exchange: Exchange;
  /** Sentences about what was not kept: a truncated body, masked values. */
  readonly notKept: readonly string[];
  /** The first exchange, its replays and theirs, oldest first; empty if it was never replayed. */
  readonly chain: readonly HistoryEntry[];
}

/** What a replay would be, before anything is sent. */
export interface ReplayPlan {
  /** Why it cannot be replayed at all; null if it can. */
  readonly refused: Problem | null;
  /** What has changed since on the profile that it would be sent under; empty if nothing has. */
  readonly differences: readonly ProfileDifference[];
  /**
   * `GET https://api.example/buyers`, where it goes to under that profile; null if it is forwarded, or cannot be sent
   * there as it stands.
   */
  readonly address: string | null;
  /** Names of secret headers whose values this run does not know, so that the person must enter them. */
  readonly missingSecrets: readonly string[];
  /**
   * Fields of the body that held security codes of cards, in order: these are never kept, so the person must enter
   * them.
   */
  readonly missingCodes: readonly string[];
  /** Set if the request has an idempotency key: the person decides whether to send the same one again. */
  readonly idempotency: {
    readonly header: string;
    /** When it was sent with the key; UTC, ISO 8601. */
    readonly sentAt: string;
    /** True if the outcome is unknown: the same key is then the safe choice. */
    readonly unknownOutcome: boolean;
  } | null;
  /** Set if variables were filled in: the person decides whether to fill them in again. */
  readonly variables: {
    /** For example `host`. */
    readonly names: readonly string[];
    /** Those without a value on this profile: if there are any, they cannot be filled in again. */
    readonly missing: readonly string[];
    /**
     * `POST https://psp.example/charge`, where it goes with current values: the destination if it is forwarded. Null if
     * that cannot be said.
     */
    readonly address: string | null;
  } | null;
  /** Sentences about its possible effects, and about what will differ. */
  readonly notes: readonly string[];
  /** Stands for the request and the profile as described here; a replay names it, so that nothing else is sent. */
  readonly mark: string;
}

export interface ProfileDifference {
  readonly what: 'profile' | 'base URL' | 'merchant account' | 'merchant header';
  readonly then: string | null;
  readonly now: string | null;
}

/** The result of a replay that was repeated several times. */
export interface ReplaySummary {
  readonly asked: number;
  readonly sent: number;
  /** In the order in which they were sent. */
  readonly entries: readonly HistoryEntry[];
  readonly fastestMs: number | null;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
  /** Why it stopped early, if it did. */
  readonly stopped: Problem | null;
}

/** Limits for repeated replays of one request: how many, and how fast. */
export const MAX_REPLAYS = 100;
export const MAX_REPLAYS_PER_SECOND = 20;

/** How much of the history is kept; starred entries are always kept, in addition to these limits. */
export interface Retention {
  readonly mostEntries: number;
  /** Null for any age. */
  readonly mostDays: number | null;
  /** Limit for all unstarred entries together, in MB (10^6 bytes). */
  readonly mostMegabytes: number;
}

export const DEFAULT_RETENTION: Retention = { mostEntries: 100_000, mostDays: null, mostMegabytes: 1_000 };
