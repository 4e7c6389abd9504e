import type { Exchange } from '@shared/http/exchange';
import type { ProfileStamp } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { UnsettledMark } from './unsettled-mark';

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
  /** Of what may have an effect. Kept with the exchange. */
  readonly unsettled?: UnsettledMark;
}

/** Notes what is exchanged, whichever screen asked for it: the history. */
export interface ExchangeJournal {
  /**
   * An answer to this is on its way: what is kept of the request is made ready meanwhile, for a `note` with this very `sentAs`.
   * Never throws.
   */
  expect(sentAs: SentAs, profile: ProfileStamp): void;
  /**
   * Keeps an exchange, or a newer version of one. Resolves when no end of the app can take it away, or when that takes too long to wait
   * for; never rejects: a request does not fail because nobody could write it down. False where it is in memory alone.
   */
  note(exchange: Exchange, sentAs: SentAs, how?: NotedHow): Promise<boolean>;
}
