import type { Exchange } from '../exchange';
import type {
  ExpectationResult,
  RequestsExport,
  RequestsImport,
  RequestToSave,
  SavedChange,
  SavedRequest,
  SavedRequestLine,
} from '../saved-requests';
import { requestNames } from './requests';

export type SavedRun =
  | {
      readonly kind: 'sent';
      readonly exchange: Exchange;
      /** In the order of the request's expectations. */
      readonly results: readonly ExpectationResult[];
    }
  /** Nothing was sent: main asked the person, who said no, or could not be asked. */
  | { readonly kind: 'declined' };

export interface SavedRequestRequests {
  /** Sorted by folder, then by name. */
  listSavedRequests: { argument: undefined; result: readonly SavedRequestLine[] };
  /** Null when it is gone. Values of secret headers are references. */
  openSavedRequest: { argument: { id: string }; result: SavedRequest | null };
  /**
   * Saves a new request (`id: null`) or a newer version of one. Values of secret headers go to the keychain; with
   * `withoutSecrets` they are left out, for when that fails. Card numbers are masked.
   */
  saveRequest: {
    argument: { request: RequestToSave; withoutSecrets: boolean };
    result: SavedChange;
  };
  /** Renames or moves. */
  arrangeSavedRequest: {
    argument: { id: string; folder: string; name: string };
    result: readonly SavedRequestLine[];
  };
  /** Gives another name to a folder, or another place. */
  moveSavedFolder: { argument: { from: string; to: string }; result: readonly SavedRequestLine[] };
  /** Their secrets are forgotten with them. */
  deleteSavedRequests: { argument: { ids: readonly string[] }; result: readonly SavedRequestLine[] };
  /** Sends one on the active profile, after the guards, once, and compares the answer with what was expected. */
  runSavedRequest: {
    argument: { id: string; callId: string };
    result: SavedRun;
  };
  /** Writes one file for each request into a folder that the person chooses; null when none was chosen. */
  exportRequestFolder: { argument: { ids: readonly string[] }; result: RequestsExport | null };
  /** The same as one file. */
  exportRequestFile: { argument: { ids: readonly string[] }; result: string | null };
  /** Takes in what an export has written, from a folder or from one file. Null when none was chosen. */
  importRequests: { argument: { from: 'folder' | 'file' }; result: RequestsImport | null };
}

export const savedRequestRequestNames = requestNames<SavedRequestRequests>({
  listSavedRequests: true,
  openSavedRequest: true,
  saveRequest: true,
  arrangeSavedRequest: true,
  moveSavedFolder: true,
  deleteSavedRequests: true,
  runSavedRequest: true,
  exportRequestFolder: true,
  exportRequestFile: true,
  importRequests: true,
});
