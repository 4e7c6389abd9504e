import type { KeychainTrouble } from '../profiles/credential';

/** Where history, saved requests and drafts lie, as the window tells. */
export type DatabaseState =
  /** Nobody has asked for it yet, or it is being opened. */
  | { readonly kind: 'closed' }
  /** On disk, encrypted. */
  | {
      readonly kind: 'open';
      /** A sentence when an older file was set aside, with its place; else null. */
      readonly notice: string | null;
    }
  /** In memory until the app ends. The banner says so, and offers to try again. */
  | {
      readonly kind: 'session-only';
      /** The keychain, which holds the key, or the disk. */
      readonly reason: KeychainTrouble | 'disk';
      readonly detail: string;
    };
