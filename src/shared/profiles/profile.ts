/**
 * A profile: one environment of the service and how to reach it. It never holds a secret; tokens and keys are in the OS
 * keychain under the profile's id (main/credentials).
 */

/** `local` is the built-in sandbox server; the other two are environments of the service (specification: What the service does). */
export const ENVIRONMENTS = ['local', 'sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The header that selects the merchant account (specification: Authentication 4). A compatible service may use another name. */
export const DEFAULT_MERCHANT_HEADER = 'x-service-merchant-account-id';

export const DEFAULT_TIMEOUTS = { connectMs: 10_000, totalMs: 60_000 } as const;

export type ProxyChoice =
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | { readonly kind: 'manual'; readonly url: string };

export interface ClientCertificate {
  /** Paths of PEM files on this computer. */
  readonly certificateFile: string;
  readonly keyFile: string;
}

/** What `${name}` stands for in requests under a profile. Not for secrets: it is stored in the profiles file. */
export interface ProfileVariable {
  readonly name: string;
  readonly value: string;
}

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  /** Normalised, without a trailing slash; null until the person has entered one (for `local`: until its server runs). */
  readonly baseUrl: string | null;
  readonly merchantAccountId: string | null;
  readonly merchantHeader: string;
  /** Locks Vault Forward. Production profiles start read-only. */
  readonly readOnly: boolean;
  readonly timeouts: { readonly connectMs: number; readonly totalMs: number };
  readonly proxy: ProxyChoice;
  readonly extraCaFile: string | null;
  readonly clientCertificate: ClientCertificate | null;
  /** Names are unique. */
  readonly variables: readonly ProfileVariable[];
}

/** The part of a profile that is recorded with everything that was fetched under it. */
export interface ProfileStamp {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly merchantAccountId: string | null;
  readonly merchantHeader: string;
}

/** Ids of the profiles that exist from the first start. */
export const BUILT_IN_PROFILE_IDS = {
  local: 'local-sandbox',
  sandbox: 'sandbox',
  production: 'production',
} as const;

/** How long a deletion can be undone, in ms: of a profile, a list, recent look-ups. */
export const UNDO_WINDOW_MS = 120_000;
