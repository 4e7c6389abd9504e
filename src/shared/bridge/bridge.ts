import type { BridgeEvents } from './events';
import { appRequestNames, type AppRequests } from './app';
import { bodyRequestNames, type BodyRequests } from './bodies';
import { buyersRequestNames, type BuyersRequests } from './buyers';
import { connectionRequestNames, type ConnectionRequests } from './connection';
import { credentialRequestNames, type CredentialRequests } from './credentials';
import { documentRequestNames, type DocumentRequests } from './documents';
import { draftRequestNames, type DraftRequests } from './drafts';
import { exportRequestNames, type ExportRequests } from './exports';
import { guardRequestNames, type GuardRequests } from './guards';
import { historyRequestNames, type HistoryRequests } from './history';
import { liveFolderRequestNames, type LiveFolderRequests } from './live-folders';
import { listRequestNames, type ListRequests } from './lists';
import { profileRequestNames, type ProfileRequests } from './profiles';
import type { BridgeClient } from './requests';
import { savedRequestRequestNames, type SavedRequestRequests } from './saved-requests';
import { sessionRequestNames, type SessionRequests } from './sessions';
import { settingsRequestNames, type SettingsRequests } from './settings';
import { databaseRequestNames, type DatabaseRequests } from './database';
import { sendingRequestNames, type SendingRequests } from './sending';
import { updateRequestNames, type UpdateRequests } from './updates';

/** Everything that the renderer can ask of main. Both sides are derived from this map. */
export interface BridgeRequests
  extends
    AppRequests,
    BodyRequests,
    ProfileRequests,
    CredentialRequests,
    ConnectionRequests,
    SettingsRequests,
    HistoryRequests,
    SavedRequestRequests,
    LiveFolderRequests,
    DatabaseRequests,
    GuardRequests,
    SessionRequests,
    BuyersRequests,
    ListRequests,
    SendingRequests,
    DocumentRequests,
    DraftRequests,
    ExportRequests,
    UpdateRequests {}

export const bridgeRequestNames: readonly (keyof BridgeRequests)[] = [
  ...appRequestNames,
  ...bodyRequestNames,
  ...profileRequestNames,
  ...credentialRequestNames,
  ...connectionRequestNames,
  ...settingsRequestNames,
  ...historyRequestNames,
  ...savedRequestRequestNames,
  ...liveFolderRequestNames,
  ...databaseRequestNames,
  ...guardRequestNames,
  ...sessionRequestNames,
  ...buyersRequestNames,
  ...listRequestNames,
  ...sendingRequestNames,
  ...documentRequestNames,
  ...draftRequestNames,
  ...exportRequestNames,
  ...updateRequestNames,
];

/** What the preload script defines as `window.explorer`. */
export interface ExplorerBridge extends BridgeClient<BridgeRequests> {
  /** Listens to an event of main; returns a function that stops listening. */
  on<Name extends keyof BridgeEvents>(
    name: Name,
    listener: (payload: BridgeEvents[Name]) => void,
  ): () => void;
}

export type { BridgeEvents } from './events';
export { bridgeEventNames } from './events';
