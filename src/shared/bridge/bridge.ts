import type { BridgeEvents } from './events';
import type { AppRequests } from './app';
import { appRequestNames } from './app';
import type { BodyRequests } from './bodies';
import { bodyRequestNames } from './bodies';
import type { BuyersRequests } from './buyers';
import { buyersRequestNames } from './buyers';
import type { ConnectionRequests } from './connection';
import { connectionRequestNames } from './connection';
import type { CredentialRequests } from './credentials';
import { credentialRequestNames } from './credentials';
import type { DocumentRequests } from './documents';
import { documentRequestNames } from './documents';
import type { DraftRequests } from './drafts';
import { draftRequestNames } from './drafts';
import type { ExportRequests } from './exports';
import { exportRequestNames } from './exports';
import type { GuardRequests } from './guards';
import { guardRequestNames } from './guards';
import type { HistoryRequests } from './history';
import { historyRequestNames } from './history';
import type { LiveFolderRequests } from './live-folders';
import { liveFolderRequestNames } from './live-folders';
import type { ListRequests } from './lists';
import { listRequestNames } from './lists';
import type { ProfileRequests } from './profiles';
import { profileRequestNames } from './profiles';
import type { BridgeClient } from './requests';
import type { SavedRequestRequests } from './saved-requests';
import { savedRequestRequestNames } from './saved-requests';
import type { SessionRequests } from './sessions';
import { sessionRequestNames } from './sessions';
import type { SettingsRequests } from './settings';
import { settingsRequestNames } from './settings';
import type { DatabaseRequests } from './database';
import { databaseRequestNames } from './database';
import type { SendingRequests } from './sending';
import { sendingRequestNames } from './sending';
import type { UpdateRequests } from './updates';
import { updateRequestNames } from './updates';

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
