import type { Exchange } from '@shared/http/exchange';
import type { RequestSpec } from '@shared/requests/request-spec';

/** What was asked, beside the exchange that shows it. */
export interface SentAs {
  /** With references in place of secrets. */
  readonly request: RequestSpec;
  /** The same as it was composed, with names in place of values; null when it has none. */
  readonly composed: RequestSpec | null;
  /** Values that were sent and must not be kept: the token, and the values of secret headers. */
  readonly secrets: readonly string[];
  /** Id of the exchange of which it is a replay, or null. */
  readonly replayOf: string | null;
}

export interface NotedHow {
  /**
   * For what only read: if its answer is a stored body, noting it resolves once that is no longer needed, and it is written
   * a moment later.
   */
  readonly soon?: boolean;
  /** Nothing was ever noted under its id: nobody looks for an older version. */
  readonly isNew?: boolean;
  /**
   * Of what may have an effect: the mark of its plan, and whether it is known how it ended. Kept with the exchange. `write` tells
   * the database, and never rejects: before the exchange is written there, and where that is waited for, before it is noted.
   */
  readonly unsettled?: {
    readonly mark: string;
    readonly isKnown: boolean;
    readonly write: () => Promise<void>;
  };
}

/** Notes what is exchanged, whichever screen asked for it: the history. */
export interface ExchangeJournal {
  /**
   * Keeps an exchange, or a newer version of one. Resolves when no end of the app can take it away, or when that takes too long to wait
   * for; never rejects: a request does not fail because nobody could write it down.
   */
  note(exchange: Exchange, sentAs: SentAs, how?: NotedHow): Promise<void>;
}
