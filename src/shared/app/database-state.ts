import type { KeychainTrouble } from '../profiles/credential';

/** Where history, saved requests and drafts are stored, as the window shows it. */
export type DatabaseState =
  /** Nobody has used it yet, or it is being opened. */
  | { readonly kind: 'closed' }
  /** On disk, encrypted. */
  | {
      readonly kind: 'open';
      /**
       * Messages about a file that was set aside or rebuilt, with its name and what was saved; null if there was
       * none.
       */
      readonly notice: string | null;
      /** The paths of the files it names, one per line. */
      readonly places?: string;
      /**
       * True if something is unknown: an unreadable file was set aside in this run, or the write-ahead log holds
       * something that the database does not have yet.
       */
      readonly hidesKept?: boolean;
    }
  /** In memory, or in a copy of the file, until the app ends. The banner says so, and offers to try again. */
  | {
      readonly kind: 'session-only';
      /**
       * The keychain, which holds the key; the disk; `in-use`: another process holds the file; `newer`: a newer app
       * has written the file, which is left alone; `ended`: the process that works on it died more than once.
       */
      readonly reason: KeychainTrouble | 'disk' | 'in-use' | 'newer' | 'ended';
      readonly detail: string;
      /** True if the content of the file is shown as well. */
      readonly showsKept: boolean;
      /** True if part of the file is not shown, so that some of what was noted earlier is unknown. */
      readonly hidesKept?: boolean;
    };
