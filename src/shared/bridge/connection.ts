import type { ProfileDraft } from '../profiles/profile-rules';
import { requestNames } from './requests';

/** A secret as it stands in the form, not stored yet: it goes in with the question and is forgotten with the answer. */
export type EnteredSecret =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'signing-key';
      /** PEM or JWK text. */
      readonly key: string;
      readonly scopes: readonly string[];
      /** Within `TOKEN_LIFETIME`. */
      readonly lifetimeSeconds: number;
      readonly issuer: string | null;
    };

/** `unclear`: it was tried, and the answer tells neither yes nor no. */
export type ConnectionStepState = 'ok' | 'failed' | 'skipped' | 'unclear';

export interface ConnectionStep {
  readonly name: ConnectionStepName;
  readonly state: ConnectionStepState;
  /** Sentences for a person. */
  readonly words: string;
  /** Milliseconds it took; null when it was not tried. */
  readonly ms: number | null;
  /** The accessible name of the field that it is about, where that is known. */
  readonly field?: string;
}

/** In the order in which they are tried. `Proxy` and `TLS` are there where they apply. */
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
  /** How far the service's clock is ahead of ours in ms (negative: behind), by its `Date`; null when it was not told. */
  readonly clockSkewMs: number | null;
}

export interface ConnectionRequests {
  /**
   * Tries a profile as it stands in the form, saved or not. Without an entered secret the stored one of `profileId` is
   * taken, and only when the form's address has the origin that the profile was saved with.
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
  /** Asks for a file on this computer and gives its path; null when the person chose none. */
  chooseFile: { argument: { title: string }; result: string | null };
}

export const connectionRequestNames = requestNames<ConnectionRequests>({
  testConnection: true,
  chooseFile: true,
});
