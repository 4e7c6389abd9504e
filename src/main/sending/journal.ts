import type { Exchange } from '@shared/http/exchange';
import type { ProfileStamp } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { UnsettledMark } from './unsettled-mark';

/** What was asked for, as far as the exchange itself does not show it. */
export interface SentAs {
  /** The request, with references in place of secrets. */
  readonly request: RequestSpec;
  /** The request as composed, with variable names in place of values; null if it has no variables. */
  readonly composed: RequestSpec | null;
  /** Values that were sent and must not be kept: the token and the values of secret headers. */
  readonly secrets: readonly string[];
  /** Id of the exchange that this one replays, or null. */
  readonly replayOf: string | null;
}

export interface NotedHow {
  /**
   * For an exchange that only read: if its answer is a stored body, `note` resolves as soon as that body is no longer
   * needed, and the exchange is written a moment later.
   */
  readonly soon?: boolean;
  /** True if nothing was noted under its id before, so that there is no older version to look for. */
  readonly isNew?: boolean;
  /** For an exchange that may have had an effect; written together with it. */
  readonly unsettled?: UnsettledMark;
}

/** Keeps every exchange, from any screen. The history implements it. */
export interface ExchangeJournal {
  /**
   * Prepares the record of a request while its answer is on the way, for a `note` with this same `sentAs` object.
   * Never throws.
   */
  expect(sentAs: SentAs, profile: ProfileStamp): void;
  /**
   * Keeps an exchange or a newer version of one. Resolves when it would survive a crash of the app, or when that
   * takes too long; false if it is only in memory. Never rejects, because a request must not fail just because it
   * could not be written down.
   */
  note(exchange: Exchange, sentAs: SentAs, how?: NotedHow): Promise<boolean>;
}
