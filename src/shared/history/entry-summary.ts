/** What tells an exchange from its neighbours in a list, read from what was sent and what came back. */
export interface EntrySummary {
  /** Whom it is about, as the answer says it. */
  readonly who: string | null;
  /** Of the cart, in minor units; null when it cannot be computed. */
  readonly total: string | null;
  /** When what was read expires, as the answer says. */
  readonly expiresAt: string | null;
  /** A few words more: `visa •••• 1111`, `50 buyers`, `2 cards`. */
  readonly note: string | null;
  /** See `isForeign`; set only for an error of an operation of the API. */
  readonly isForeign?: boolean | undefined;
}

/** What a summary is made of. */
export interface Summarised {
  readonly status: number | null;
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  /** The parsed body of the answer; null when it is no JSON or was too large. */
  readonly body: unknown;
}
