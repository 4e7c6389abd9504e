import type { LiveFolder } from '../requests/live-folder';
import { requestNames } from './requests';

/** Folders on disk that are the store of a folder of saved requests. */
export interface LiveFolderRequests {
  describeLiveFolders: { argument: undefined; result: readonly LiveFolder[] };
  /** The person chooses it; null when none was chosen. Its requests are among the saved requests then. */
  openLiveFolder: { argument: undefined; result: readonly LiveFolder[] | null };
  /** Its files stay as they are; secrets of its requests are forgotten. */
  closeLiveFolder: { argument: { id: string }; result: readonly LiveFolder[] };
  /** Looks at what lies there now, without waiting to be told; null for all of them. */
  lookAtLiveFolder: { argument: { id: string | null }; result: readonly LiveFolder[] };
  /** Gives the file of a request an id of its own: one that is a copy, or has none. */
  giveRequestId: { argument: { requestId: string }; result: readonly LiveFolder[] };
}

export const liveFolderRequestNames = requestNames<LiveFolderRequests>({
  describeLiveFolders: true,
  openLiveFolder: true,
  closeLiveFolder: true,
  lookAtLiveFolder: true,
  giveRequestId: true,
});
