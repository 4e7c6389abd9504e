/** A version newer than the running one. */
export interface NewerVersion {
  /** `1.4.0`. */
  readonly version: string;
  /** `2026-12-01`. */
  readonly released: string;
  /** An https page where a person can download it. */
  readonly page: string;
}

export interface UpdateState {
  /** The host that would be asked for newer versions; null in a build without a source of updates. */
  readonly host: string | null;
  /** Whether the person agreed to ask once a day. */
  readonly daily: boolean;
  /** The last answer, however old; null if there was none yet. */
  readonly lastAnswer: { readonly at: string; readonly newer: NewerVersion | null } | null;
}
