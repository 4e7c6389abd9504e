/** Where a profile's secret lies. */
export type CredentialHome = 'keychain' | 'this-run-only';

/** What the renderer may know about a token: decoded in main, never the token itself. */
export interface TokenClaims {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly scopes: readonly string[];
  /** UTC, ISO 8601; null when the token does not say. */
  readonly issuedAt: string | null;
  readonly notBefore: string | null;
  readonly expiresAt: string | null;
  readonly algorithm: string | null;
  readonly keyId: string | null;
}

export type KeychainTrouble =
  /** No keychain service answers. */
  | 'absent'
  /** It is there but locked, or the person denied access. */
  | 'locked'
  /** It answered with something else. */
  | 'failed';

/** The state of the active profile's credential, as the header shows it. */
export type CredentialState =
  | { readonly profileId: string; readonly kind: 'none' }
  | {
      readonly profileId: string;
      readonly kind: 'token';
      readonly home: CredentialHome;
      /** Null when the text is no JWT: it is used as it is, with a warning. */
      readonly claims: TokenClaims | null;
    }
  | {
      readonly profileId: string;
      readonly kind: 'signing-key';
      readonly home: CredentialHome;
      readonly keyId: string;
      readonly scopes: readonly string[];
      readonly lifetimeSeconds: number;
    }
  | {
      readonly profileId: string;
      readonly kind: 'unavailable';
      readonly trouble: KeychainTrouble;
      readonly detail: string;
    };
