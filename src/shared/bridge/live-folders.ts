import type { LiveFolder } from '../requests/live-folder';
import { requestNames } from './requests';

/** Folders on disk that are the store of a folder of saved requests. */
export interface LiveFolderRequests {
  describeLiveFolders: { argument: undefined; result: readonly LiveFolder[] };
  /** The person chooses the folder; null if none was chosen. Its requests then appear among the saved requests. */
  openLiveFolder: { argument: undefined; result: readonly LiveFolder[] | null };
  /** Its files stay as they are; secrets of its requests are deleted. */
  closeLiveFolder: { argument: { id: string }; result: readonly LiveFolder[] };
  /** Reads what is in the folder now, without waiting for an event; null for all folders. */
  lookAtLiveFolder: { argument: { id: string | null }; result: readonly LiveFolder[] };
  /** Writes a new id into the file of a request that is a copy or has no id. */
  giveRequestId: { argument: { requestId: string }; result: readonly LiveFolder[] };
}

export const liveFolderRequestNames = requestNames<LiveFolderRequests>({
  describeLiveFolders: true,
  openLiveFolder: true,
  closeLiveFolder: true,
  lookAtLiveFolder: true,
  giveRequestId: true,
});
