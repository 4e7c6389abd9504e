import type { Environment } from './profile';
import type { RequestCard } from './request-cards';

/** Why a send needs the person's word. */
export type SendReason =
  /** Anything but a GET on a production profile. */
  | { readonly kind: 'production' }
  /** It was composed, or recorded, under another profile. `name` is null when that one is gone. */
  | { readonly kind: 'other-profile'; readonly profileId: string; readonly name: string | null }
  /** A secret would go to this host for the first time. */
  | { readonly kind: 'secret-host'; readonly header: string; readonly host: string }
  /** On production: numbers with a valid check digit that belong to no known card network. */
  | { readonly kind: 'unknown-numbers'; readonly cards: readonly RequestCard[] };

/** What the dialog shows. Card numbers in it are masked, and it holds no secret. */
export interface SendQuestion {
  /** Stands for exactly this request on exactly this profile; good for one confirmation. */
  readonly ticket: string;
  readonly profile: { readonly id: string; readonly name: string; readonly environment: Environment };
  /** Where the request itself goes. */
  readonly serviceHost: string;
  readonly method: string;
  /** What Vault Forward is asked to do; null for any other operation. */
  readonly forward: {
    readonly destinationHost: string;
    readonly method: string;
    readonly paymentMethods: readonly string[];
    readonly authentications: readonly string[];
  } | null;
  readonly reasons: readonly SendReason[];
  /** "Do not ask for 10 minutes" is offered. */
  readonly mayGrant: boolean;
  /** Set when a confirmation was given that no longer counts: the request has changed, or the answer came too late. */
  readonly askedAgain: 'changed' | 'expired' | null;
}

/** The person's explicit yes; there is no such thing as a no, which is simply not sent. */
export interface SendConfirmation {
  readonly ticket: string;
  readonly decision: 'send';
  readonly doNotAskForTenMinutes: boolean;
}

/** "Do not ask for 10 minutes", as the window shows it. */
export interface SendGrant {
  readonly profileId: string;
  /** UTC, ISO 8601. */
  readonly until: string;
}

export const GRANT_MS = 600_000;

/** The hosts that a secret may be sent to. The secret itself is not in it. */
export interface SecretHostList {
  readonly id: string;
  /** The header under which it was first used. */
  readonly header: string;
  /** With the port, unless it is the default one. */
  readonly hosts: readonly string[];
}
