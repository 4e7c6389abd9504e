import type { KeychainTrouble } from '../profiles/credential';

/** Where history, saved requests and drafts lie, as the window tells. */
export type DatabaseState =
  /** Nobody has asked for it yet, or it is being opened. */
  | { readonly kind: 'closed' }
  /** On disk, encrypted. */
  | {
      readonly kind: 'open';
      /** Sentences when a file was set aside or rebuilt, with its name and what was saved; else null. */
      readonly notice: string | null;
      /** Where the files lie that it names, each path in a line of its own. */
      readonly places?: string;
      /** True when a file was set aside in this run of which nothing could be read, or what was noted ahead of it is not in it yet: not all is known. */
      readonly hidesKept?: boolean;
    }
  /** In memory, or in a copy of the file, until the app ends. The banner says so, and offers to try again. */
  | {
      readonly kind: 'session-only';
      /**
       * The keychain, which holds the key; or the disk; or `in-use`: another process holds the file; `newer`: a newer app
       * has written it, and it is left as it is; `ended`: the process that works on it died more than once.
       */
      readonly reason: KeychainTrouble | 'disk' | 'in-use' | 'newer' | 'ended';
      readonly detail: string;
      /** True when what the file holds is shown as well. */
      readonly showsKept: boolean;
      /** True when a file is there of which nothing is shown, or not all: what was noted before is not known. */
      readonly hidesKept?: boolean;
    };
