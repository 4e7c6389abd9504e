/** "Do not ask for 10 minutes", as the window shows it. */
export interface SendGrant {
  readonly profileId: string;
  /** UTC, ISO 8601. */
  readonly until: string;
}

export const GRANT_MS = 600_000;

/** The hosts that a secret may be sent to, without the secret itself. */
export interface SecretHostList {
  readonly id: string;
  /** The header in which it was first used. */
  readonly header: string;
  /** With the port, unless it is the default one. */
  readonly hosts: readonly string[];
}
