import type { OperationKey } from '../requests/operation-key';
import type { Exchange, LoadCounts } from '../http/exchange';
import type { Problem } from '../problem';
import type { Environment } from '../profiles/profile';
import type { EntrySummary } from './entry-summary';
import type { NotedOutcome } from './noted-outcome';

/** How an exchange ended, as it is shown and filtered. */
export type HistoryOutcome = (typeof HISTORY_OUTCOMES)[number];
export const HISTORY_OUTCOMES = [
  /** A whole response came back, whatever its status. */
  'answered',
  /** The person cancelled before it could have an effect. */
  'cancelled',
  /** It did not arrive. */
  'failed',
  /** No answer came back: it may have arrived and had its effect. */
  'unknown',
] as const;

/** The first digit of the status; 0 without a response. */
export type StatusClass = (typeof STATUS_CLASSES)[number];
export const STATUS_CLASSES = [0, 1, 2, 3, 4, 5] as const;

/** One line of the history. */
export interface HistoryEntry {
  /** The exchange's id. */
  readonly id: string;
  /** Orders the history: ms since 1970 when it was started, made unique. */
  readonly place: number;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly operation: OperationKey;
  readonly profile: { readonly id: string; readonly name: string; readonly environment: Environment };
  readonly method: string;
  readonly url: string;
  /** Method and URL that Vault Forward was asked to call: `POST https://psp.example/charges`; null for the rest. */
  readonly destination: string | null;
  readonly status: number | null;
  readonly outcome: HistoryOutcome;
  readonly durationMs: number;
  /** Number of findings of the contract check; null when nothing was found and the body was not checked (whole). */
  readonly findings: number | null;
  readonly starred: boolean;
  readonly note: string;
  /** Null where nobody noted one. */
  readonly notedOutcome: NotedOutcome | null;
  /** Id of the exchange of which this is a replay. */
  readonly replayOf: string | null;
  /** Set when it was made by **Test connection**. */
  readonly purpose: 'connection-test' | null;
  /** Set when it stands for a load of pages. */
  readonly load: LoadCounts | null;
  /** Null for entries that predate it, and when there is nothing to say. */
  readonly summary: EntrySummary | null;
}

/** What is searched for. An empty list leaves its facet open; the values of a list are alternatives. */
export interface HistoryQuery {
  /** Words that all have to be there; the last one may be the beginning of a word. */
  readonly text: string;
  readonly operations: readonly OperationKey[];
  readonly statusClasses: readonly StatusClass[];
  readonly profileIds: readonly string[];
  readonly outcomes: readonly HistoryOutcome[];
  /** True: only those with a star. */
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
  /** Entries of this page that cannot be read; on a search's first page, also those that the search cannot know of. */
  readonly unreadable: number;
  /** On a search's first page: entries that are still being indexed, and so not searched. */
  readonly unindexed: number;
  /** For the next page, as `before`; null at the end. */
  readonly next: number | null;
}

/** A search looks for letters and digits: in punctuation alone there is nothing to look for. */
export function hasOnlySigns(text: string): boolean {
  return text.trim() !== '' && !/[\p{L}\p{N}]/u.test(text.normalize('NFKD'));
}

/** Where the words of a search stand in an exchange, for its line in the list. */
export interface HistoryMatch {
  /** Where it was found, in a word: `note`, or the name of the field. */
  readonly label: string | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** Most entries whose matches are asked for at once. */
export const MAX_MATCHES = 100;

/** Longest note, in UTF-16 units. */
export const MAX_NOTE_LENGTH = 10_000;

/** In characters. */
export const MAX_SEARCH_LENGTH = 1_000;

/** How many entries each value of a facet would leave, the rest of the query unchanged. */
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

/** One exchange with what surrounds it. */
export interface HistoryDetail {
  readonly entry: HistoryEntry;
  readonly exchange: Exchange;
  /** Sentences on what of it is not kept: a body cut short, values that were masked. */
  readonly notKept: readonly string[];
  /** The first exchange, its replays and theirs, oldest first; empty when it was never replayed. */
  readonly chain: readonly HistoryEntry[];
}

/** What a replay would be, before anything is sent. */
export interface ReplayPlan {
  /** Why it cannot be replayed at all; null when it can. */
  readonly refused: Problem | null;
  /** What has changed since, on the profile under which it would be sent; empty when nothing has. */
  readonly differences: readonly ProfileDifference[];
  /** Names of secret headers whose values are not known in this run: the person enters them. */
  readonly missingSecrets: readonly string[];
  /** Fields of the body that held security codes of cards, in their order: never kept, the person enters them. */
  readonly missingCodes: readonly string[];
  /** Set when the request carries an idempotency key: the person decides whether it goes out with the same one. */
  readonly idempotency: {
    readonly header: string;
    /** When it was sent with the key; UTC, ISO 8601. */
    readonly sentAt: string;
    /** True when it is not known what became of it: the same key is the safe way then. */
    readonly unknownOutcome: boolean;
  } | null;
  /** Set when variables were filled in: the person decides whether to fill them in anew. */
  readonly variables: {
    /** Such as `host`. */
    readonly names: readonly string[];
    /** Those without a value on this profile: then nothing can be filled in anew. */
    readonly missing: readonly string[];
    /** `POST https://psp.example/charge`, with the values of now; null for what is not forwarded. */
    readonly destination: string | null;
  } | null;
  /** Sentences on what it may do, and on what of it will not be the same again. */
  readonly notes: readonly string[];
  /** Stands for the request and the profile as described here; a replay names it, so that nothing else is sent. */
  readonly mark: string;
}

export interface ProfileDifference {
  readonly what: 'profile' | 'base URL' | 'merchant account' | 'merchant header';
  readonly then: string | null;
  readonly now: string | null;
}

/** What became of a replay that was asked for several times. */
export interface ReplaySummary {
  readonly asked: number;
  readonly sent: number;
  /** In the order in which they were sent. */
  readonly entries: readonly HistoryEntry[];
  readonly fastestMs: number | null;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
  /** Why it ended early, when it did. */
  readonly stopped: Problem | null;
}

/** Most replays of one request at once, and their rate. */
export const MAX_REPLAYS = 100;
export const MAX_REPLAYS_PER_SECOND = 20;

/** What is kept of the history; starred entries are kept in any case, beside these limits. */
export interface Retention {
  readonly mostEntries: number;
  /** Null: whatever their age. */
  readonly mostDays: number | null;
  /** All entries without a star together, in MB (10^6 bytes). */
  readonly mostMegabytes: number;
}

export const DEFAULT_RETENTION: Retention = { mostEntries: 100_000, mostDays: null, mostMegabytes: 1_000 };
