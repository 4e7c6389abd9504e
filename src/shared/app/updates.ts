/** A version that is newer than the one that runs. */
export interface NewerVersion {
  /** `1.4.0`. */
  readonly version: string;
  /** `2026-12-01`. */
  readonly released: string;
  /** Where a person can download it: https. */
  readonly page: string;
}

export interface UpdateState {
  /** Who would be asked for newer versions; null in a build that was given nobody to ask. */
  readonly host: string | null;
  /** Whether the person agreed to ask once a day. */
  readonly daily: boolean;
  /** The last answer, of whichever day; null when there was none yet. */
  readonly lastAnswer: { readonly at: string; readonly newer: NewerVersion | null } | null;
}
