import type { ProfileDraft } from '../profiles/profile-rules';
import { requestNames } from './requests';

/** A secret in the form that is not stored yet: it is sent with the request and forgotten with the answer. */
export type EnteredSecret =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'signing-key';
      /** PEM or JWK text. */
      readonly key: string;
      readonly scopes: readonly string[];
      /** Must be within `TOKEN_LIFETIME`. */
      readonly lifetimeSeconds: number;
      readonly issuer: string | null;
    };

/** `unclear`: it was tried, but the answer means neither yes nor no. */
export type ConnectionStepState = 'ok' | 'failed' | 'skipped' | 'unclear';

export interface ConnectionStep {
  readonly name: ConnectionStepName;
  readonly state: ConnectionStepState;
  /** Sentences for a person. */
  readonly words: string;
  /** Duration in milliseconds; null if it was not tried. */
  readonly ms: number | null;
  /** The accessible name of the field that it concerns, if known. */
  readonly field?: string;
}

/** In the order in which they are tried. `Proxy` and `TLS` occur only where they apply. */
export type ConnectionStepName =
  | 'Settings'
  | 'Proxy'
  | 'DNS'
  | 'Connection'
  | 'TLS'
  | 'Reachability'
  | 'Token accepted'
  | 'Scope present';

export interface ConnectionReport {
  readonly steps: readonly ConnectionStep[];
  /** How far the service's clock is ahead of ours in ms (negative: behind), by its `Date` header; null if it sent none. */
  readonly clockSkewMs: number | null;
}

export interface ConnectionRequests {
  /**
   * Tests a profile as it is in the form, saved or not. Without an entered secret, the stored one of `profileId` is
   * used, but only if the form's address has the origin that the profile was saved with.
   */
  testConnection: {
    argument: {
      profileId: string | null;
      draft: ProfileDraft;
      secret: EnteredSecret | null;
      callId: string;
    };
    result: ConnectionReport;
  };
  /** Asks for a file on this computer and returns its path; null if the person chose none. */
  chooseFile: { argument: { title: string }; result: string | null };
}

export const connectionRequestNames = requestNames<ConnectionRequests>({
  testConnection: true,
  chooseFile: true,
});
