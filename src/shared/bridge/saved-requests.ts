import type { Problem } from '../problem';
import type {
  ExpectationResult,
  RequestsExport,
  RequestsImport,
  RequestToSave,
  SavedExample,
  SavedChange,
  SavedRequest,
  SavedRequestLine,
  ScriptExport,
} from '../requests/saved-requests';
import { requestNames } from './requests';

/** What happens to one request of a run, reported as it happens. */
export type RunStep =
  /**
   * `skipped`: the person did not agree to it. `deleted`: it was no longer saved when its turn came. `stopped`: the
   * outcome of an earlier request is unknown, and that could not be recorded.
   */
  | { readonly kind: 'skipped' | 'deleted' | 'stopped' }
  | { readonly kind: 'running' }
  /** `why` in words if the person did not cancel it: `the profile was switched`. */
  | { readonly kind: 'cancelled'; readonly why?: string }
  | {
      readonly kind: 'done';
      readonly exchangeId: string;
      /** Status and reason: `200 OK`; null if there was no complete answer. */
      readonly answer: string | null;
      /** Why there is no answer, in a few words; null if there is one. */
      readonly why: string | null;
      /** False if it is certain that it reached nobody. */
      readonly wasSent: boolean;
      /**
       * It is unknown whether it took effect: there is no complete answer, or one that does not say (`isUnsettled`).
       */
      readonly mayHaveArrived: boolean;
      readonly ms: number;
      readonly results: readonly ExpectationResult[];
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** What happened to one request. */
export interface RunResult {
  readonly requestId: string;
  readonly step: RunStep;
}

export interface RunEvent extends RunResult {
  readonly callId: string;
}

export interface SavedRequestRequests {
  /** Sorted by folder, then by place in it, then by name. */
  listSavedRequests: { argument: undefined; result: readonly SavedRequestLine[] };
  /** Null if it is gone. Values of secret headers are references. */
  openSavedRequest: { argument: { id: string }; result: SavedRequest | null };
  /**
   * Saves a new request (`id: null`) or a newer version of one. Values of secret headers go to the keychain;
   * `withoutSecrets` leaves them out, for when that fails. Card numbers are masked.
   */
  saveRequest: {
    argument: { request: RequestToSave; withoutSecrets: boolean };
    result: SavedChange;
  };
  /** Moves a request into a folder, before another one there; null puts it last. */
  placeSavedRequest: {
    argument: { id: string; folder: string; before: string | null };
    result: readonly SavedRequestLine[];
  };
  /**
   * Pins an answer to a request as its example, in place of an earlier one; null removes it. Returns null if the
   * request is gone.
   */
  pinExample: {
    argument: { id: string; example: SavedExample | null };
    result: SavedRequest | null;
  };
  /** Renames or moves a folder. */
  moveSavedFolder: { argument: { from: string; to: string }; result: readonly SavedRequestLine[] };
  /**
   * Puts requests into folders, for example those from which another folder was moved. Requests that are gone stay
   * gone.
   */
  moveSavedRequests: {
    argument: { places: readonly Pick<SavedRequestLine, 'id' | 'folder'>[] };
    result: readonly SavedRequestLine[];
  };
  /** Their secrets are deleted as well, unless they are restored within a minute. */
  deleteSavedRequests: { argument: { ids: readonly string[] }; result: readonly SavedRequestLine[] };
  /** Brings back those that were deleted a moment ago, as they were. */
  undoDeleteSavedRequests: { argument: { ids: readonly string[] }; result: readonly SavedRequestLine[] };
  /**
   * Sends one or several on the active profile, one after another, each once, after the guards; the person is asked
   * once for all of them. `savedRun` reports each request and its expectations as they happen. The result contains
   * them again, and may arrive before the last of these events. Null if the person said no and nothing was sent.
   * `among`: all requests of an earlier run of which these are sent again; a value that one of the others gave then is
   * missing now. `asked`: what the file of the only request requests as the window shows it (`FileOfRequest`); one that
   * has changed since is not sent.
   */
  runSavedRequests: {
    argument: {
      ids: readonly string[];
      among?: readonly string[] | undefined;
      asked?: string | undefined;
      callId: string;
    };
    result: readonly RunResult[] | null;
  };
  /** Writes one file for each request into a folder that the person chooses; null if none was chosen. */
  exportRequestFolder: { argument: { ids: readonly string[] }; result: RequestsExport | null };
  /** The same as one file. */
  exportRequestFile: { argument: { ids: readonly string[] }; result: RequestsExport | null };
  /** Writes a script for k6; refused on a production profile. Null if no file was chosen. */
  exportK6Script: {
    argument: { ids: readonly string[]; title: string };
    result: ScriptExport | null;
  };
  /** Writes the report of a run, as JUnit XML, into a file that the person chooses; null if none was chosen. */
  saveRunReport: { argument: { text: string; suggestedName: string }; result: string | null };
  /**
   * Imports what an export has written, or a collection of another tool, from a folder or a file. Null if none was
   * chosen. If reading takes a moment, `callProgress` says so, and it can be cancelled.
   */
  importRequests: { argument: { from: 'folder' | 'file'; callId: string }; result: RequestsImport | null };
}

export const savedRequestRequestNames = requestNames<SavedRequestRequests>({
  listSavedRequests: true,
  openSavedRequest: true,
  saveRequest: true,
  placeSavedRequest: true,
  pinExample: true,
  moveSavedFolder: true,
  moveSavedRequests: true,
  deleteSavedRequests: true,
  undoDeleteSavedRequests: true,
  runSavedRequests: true,
  exportRequestFolder: true,
  exportRequestFile: true,
  saveRunReport: true,
  exportK6Script: true,
  importRequests: true,
});
