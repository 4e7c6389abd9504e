/** What distinguishes an exchange from its neighbours in a list, read from its request and its answer. */
export interface EntrySummary {
  /** The person it is about, as the answer names them. */
  readonly who: string | null;
  /** Total of the cart, in minor units; null if it cannot be computed. */
  readonly total: string | null;
  /** When the resource expires, according to the answer. */
  readonly expiresAt: string | null;
  /** A few more words: `visa •••• 1111`, `50 buyers`, `2 cards`. */
  readonly note: string | null;
  /** See `isForeign`; set only for an error of an operation of the API. */
  readonly isForeign?: boolean | undefined;
}

/** What a summary is made of. */
export interface Summarised {
  readonly status: number | null;
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  /** The parsed body of the answer; null if it is not JSON or was too large. */
  readonly body: unknown;
}
