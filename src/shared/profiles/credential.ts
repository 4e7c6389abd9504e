import { countOf } from '../text/count-of';

/** Where a profile's secret is stored. */
export type CredentialHome = 'keychain' | 'this-run-only';

/** What the renderer may know about a token: decoded in main, without the token itself. */
export interface TokenClaims {
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly scopes: readonly string[];
  /** UTC, ISO 8601; null if the token does not say. */
  readonly issuedAt: string | null;
  readonly notBefore: string | null;
  readonly expiresAt: string | null;
  /** Names of time claims whose values are not times, so that their meaning is unknown. */
  readonly oddTimes: readonly string[];
  readonly algorithm: string | null;
  readonly keyId: string | null;
}

export type KeychainTrouble =
  /** There is no keychain service. */
  | 'absent'
  /** It exists but is locked, is waiting for the person, or the person denied access. */
  | 'locked'
  /** It answered with another error. */
  | 'failed'
  /** The process we use to ask it was ended by a signal or an error, which is not the keychain's fault. */
  | 'crashed';

/** Why the keychain could not be used last time. */
export interface KeychainFailure {
  readonly trouble: KeychainTrouble;
  /** The raw error of the operating system; never a secret. */
  readonly detail: string;
}

/** One way in which a profile's route differs from the one that its secret is bound to, in words. */
export interface RouteDifference {
  readonly part: 'Address' | 'Proxy' | 'Extra CA file' | 'Client certificate';
  readonly soFar: string;
  readonly now: string;
}

/** The profile names another route than its secret was entered for: nothing is sent until the person confirms it. */
export interface Detachment {
  /** The origin that the secret stays bound to, in words. */
  readonly staysAt: string;
  /** At least one. */
  readonly differences: readonly RouteDifference[];
}

/** The state of a profile's credential, as the header shows it. */
export type CredentialState =
  | {
      readonly profileId: string;
      readonly kind: 'none';
      /** Set if a forgotten secret is still in a keychain that fails; it is deleted as soon as the keychain works. */
      readonly keychain?: KeychainFailure;
    }
  | {
      readonly profileId: string;
      readonly kind: 'token';
      readonly home: CredentialHome;
      /** Null if the text is not a JWT: it is used as it is, with a warning. */
      readonly claims: TokenClaims | null;
      /** Set if the keychain fails: the token is used from memory until the app ends. */
      readonly keychain?: KeychainFailure;
      readonly detached?: Detachment;
    }
  | {
      readonly profileId: string;
      readonly kind: 'signing-key';
      readonly home: CredentialHome;
      /** RFC 7638 SHA-256 thumbprint: the `kid` of minted tokens. */
      readonly keyId: string;
      readonly scopes: readonly string[];
      readonly lifetimeSeconds: number;
      readonly issuer: string | null;
      readonly keychain?: KeychainFailure;
      readonly detached?: Detachment;
    }
  | {
      readonly profileId: string;
      readonly kind: 'unavailable';
      readonly trouble: KeychainTrouble;
      readonly detail: string;
    };

/** The result of "Forget all secrets". */
export interface ForgottenSecrets {
  readonly forgotten: number;
  /**
   * Set if some secrets are still in a keychain that fails; they count as forgotten, and are deleted when it works.
   */
  readonly waiting?: KeychainFailure & { readonly count: number };
}

/** Lifetime of minted tokens in seconds. Compatible services' own clients use 30 s. */
export const TOKEN_LIFETIME = { least: 10, preset: 60, most: 86_400 } as const;

/** Issuer of minted tokens unless the person names another. The specification defines no claims. */
export const DEFAULT_ISSUER = 'payments-api-explorer';

export function describeScopes({ length }: TokenClaims['scopes']): string {
  return length === 0 ? 'no scopes named' : countOf(length, 'scope');
}
