import type { OperationKey } from './operation-key';
import type { RequestSpec } from './request-spec';
import type { FileOfRequest } from './live-folder';
import { bidiProblem } from '../text/bidi-controls';
import type { DraftForm } from '../vault-forward/draft';

/** How a value that was found is compared. Texts are compared exactly, including case. */
export type Comparison =
  /** For a JSON path: a JSON text. */
  | { readonly how: 'equals'; readonly value: string }
  | { readonly how: 'contains'; readonly text: string }
  /** Anywhere in it, unless `^` and `$` say otherwise (RFC 9485). */
  | { readonly how: 'matches'; readonly pattern: string }
  | { readonly how: 'exists' }
  | { readonly how: 'missing' }
  /** It occurs exactly once, and becomes the value of this variable for the rest of the run. */
  | { readonly how: 'kept'; readonly as: string };

/** What the answer must be. */
export type Expectation =
  | { readonly kind: 'status'; readonly status: number }
  /** What the path (RFC 9535) selects in the JSON body: at least one value, all of which pass; or none. */
  | { readonly kind: 'json-path'; readonly path: string; readonly is: Comparison }
  /** At least one header of this name, one of which passes; or none. */
  | { readonly kind: 'header'; readonly name: string; readonly is: Comparison }
  /** The whole answer had arrived within this time. */
  | { readonly kind: 'time'; readonly withinMs: number };

/** An answer from the history that shows what a request leads to; masked like the history. */
export interface SavedExample {
  readonly status: number;
  readonly statusText: string;
  /** The header's value; null if there is none. */
  readonly contentType: string | null;
  readonly body: string | null;
  /** UTC, ISO 8601 with `Z`. */
  readonly answeredAt: string;
}

/** Largest example: it is kept in the database, and in files beside the request. */
export const MAX_EXAMPLE_LENGTH = 100_000;

/** A request that is kept to be sent again, in a folder or at the top level. */
export interface SavedRequest {
  /** UUID. */
  readonly id: string;
  /** Names from the top, separated by slashes: `Cards/Authorise`; empty at the top. */
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** The profile under which it was composed. */
  readonly profileId: string;
  /** Secret headers hold references in place of their values. */
  readonly request: RequestSpec;
  /** What the composer knows beyond the request; null for other operations, and if unknown. */
  readonly form: DraftForm | null;
  readonly expectations: readonly Expectation[];
  /** Its place in its folder, lowest number first; 0 means no place: those come last, by name. */
  readonly order: number;
  readonly example: SavedExample | null;
  /** For a request in a folder on disk. A save is refused if the file has another revision by then. */
  readonly file?: FileOfRequest | undefined;
  /** @see familyOfSaved */
  readonly familyId?: string | undefined;
}

/**
 * The family that it shares with the drafts opened from it and with its runs, so that all of them are asked about while
 * a send of one of them is without an outcome: its own id, or the family of the draft that was saved as it after such a
 * send.
 */
export const familyOfSaved = ({ id, familyId }: Pick<SavedRequest, 'id' | 'familyId'>): string =>
  familyId ?? id;

/** A request as it is to be saved; a new one has no id yet. It keeps its place in its folder and its example. */
export type RequestToSave = Omit<SavedRequest, 'id' | 'order' | 'example'> & { readonly id: string | null };

export interface SavedRequestLine {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  readonly operation: OperationKey;
  /** What it is about, in a few words: `POST psp.example`, a session's id. */
  readonly subject: string;
  readonly expectations: number;
}

/** The result of saving. */
export interface SavedChange {
  readonly request: SavedRequest;
  /** Sentences: card numbers that were masked, secrets that are not kept. */
  readonly notes: readonly string[];
}

/** Whether an answer meets one expectation. */
export interface ExpectationResult {
  readonly expectation: Expectation;
  readonly met: boolean;
  /** What was found, in words. */
  readonly found: string;
}

/** The result of importing requests from files. */
export interface RequestsImport {
  readonly added: readonly string[];
  /** Requests with the same id but other contents; they were replaced. */
  readonly replaced: readonly string[];
  /** How many requests already existed unchanged. */
  readonly unchanged: number;
  /** Files, or parts of one, that are not usable requests. */
  readonly refused: readonly { readonly file: string; readonly why: string }[];
  /** Sentences about secrets and card data typed into files, each with its file. */
  readonly notes: readonly string[];
  /** Secret headers whose values must be entered, because files never hold them. */
  readonly secretsToEnter: readonly string[];
  /** Collections of other tools among the files. */
  readonly collections: readonly CollectionImport[];
}

/** The result of importing another tool's collection. */
export interface CollectionImport {
  /** Includes the format's version: `Postman 2.1`. */
  readonly tool: string;
  readonly name: string;
  /** How many requests were imported in full. */
  readonly taken: number;
  /** How many lost something in the import. */
  readonly partly: number;
  readonly refused: number;
  /**
   * Variables that its requests need the profile to define, with the collection's values; null if it has none or it
   * may be a secret.
   */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
  /** Sentences on what was left out of the collection as a whole. */
  readonly notes: readonly string[];
  /** Only those with something to report. */
  readonly requests: readonly {
    /** Includes its folder. */
    readonly name: string;
    readonly leftOut: readonly string[];
    /** What was changed or remains to be done. */
    readonly changed: readonly string[];
  }[];
}

export interface RequestsExport {
  readonly path: string;
  readonly written: number;
  /** Request files that already existed and are not among those written. */
  readonly leftAlone: readonly string[];
  /** Sentences about secrets that were typed into them and are in the files. */
  readonly notes: readonly string[];
}

export interface ScriptExport {
  readonly path: string;
  readonly written: number;
  /** Sentences about what it does not contain. */
  readonly notes: readonly string[];
}

/** A folder name also has to be a valid folder name on any disk. */
const FOLDER_NAME = /^(?!\.)(?!.*[. ]$)[^\\/:*?"<>|\p{Cc}\p{Bidi_Control}]{1,80}$/u;

/** Null if every part of the path is a valid folder name; otherwise the reason why not. */
export function folderProblem(folder: string): string | null {
  if (folder === '') return null;
  const parts = folder.split('/');
  if (parts.length > 8) return 'Folders are nested at most 8 deep.';
  return parts.every((part) => FOLDER_NAME.test(part))
    ? null
    : 'A folder’s name has 1 to 80 characters, none of \\ : * ? " < > |, none that turns the direction of text, and no dot or space at its ends.';
}

/** Null if it is a valid name for a request; otherwise the reason why not. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'A request needs a name.';
  if (name.trim().length > 200) return 'A name has at most 200 characters.';
  if (/\p{Cc}/u.test(name)) return 'A name is one line.';
  return bidiProblem(name);
}
