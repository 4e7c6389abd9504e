import type { AppFolder } from '@shared/bridge/settings';
import { BUILT_IN_PROFILE_IDS } from '@shared/profiles/profile';
import { bodyHandlers } from './bodies/body-handlers';
import { buyers } from './buyers/buyers-handlers';
import { NOT_RESUMABLE } from './buyers/buyers-loads';
import { callHandlers } from './calls/call-handlers';
import { connectionHandlers } from './connection/connection-handlers';
import { credentialHandlers } from './credentials/credential-handlers';
import { databaseHandlers } from './database/database-handlers';
import { documentHandlers } from './documents/document-handlers';
import { draftHandlers } from './drafts/draft-handlers';
import { tableExports } from './exports/export-handlers';
import { guardHandlers } from './guards/guard-handlers';
import { unsavedFormHandlers } from './guards/unsaved-form-handlers';
import type { Platform } from './platform';
import { profileHandlers } from './profiles/profile-handlers';
import { ShownProfile } from './profiles/shown-profile';
import { listHandlers } from './lists/list-handlers';
import { liveFolderHandlers } from './saved-requests/live/live-folder-handlers';
import { askForSource } from './saved-requests/ask-for-source';
import { savedRequestHandlers } from './saved-requests/saved-request-handlers';
import { sendingHandlers } from './sending/sending-handlers';
import type { Services } from './services';
import { sessionHandlers } from './sessions/session-handlers';
import { settingsHandlers } from './settings/settings-handlers';
import type { Storage } from './storage';
import { updateHandlers } from './updates/update-handlers';
import type { Closer } from './shell/end-with-limits';
import { lookupsEnded } from './transport/tcp';

/** How long the end of the app waits for host names that are still being looked up, in ms: nothing needs them any longer. */
const LOOKUPS_LIMIT_MS = 200;

/** What the settings handlers need from the shell. */
export interface OwnFolders {
  readonly openFolder: (folder: AppFolder) => Promise<void>;
  /** Folders of the app's built parts. */
  readonly partFolders: readonly string[];
}

/** The handlers of the renderer's requests, except those that need Electron itself, which are in the shell. */
export function createHandlers(
  platform: Platform,
  storage: Storage,
  services: Services,
  folders: OwnFolders,
) {
  const { ask, events, files, report } = platform;
  const { bodies, database, drafts, profiles, references, requestDrafts, secrets, typedTexts } = storage;
  const { calls, credentials, guard, history, sandbox, transport } = services;
  const shown = new ShownProfile(sandbox.activeProfile);
  const { findProfile } = sandbox;
  const parts = { ...platform, ...storage, ...services, activeProfile: shown.active, findProfile };

  const buyersPart = buyers({
    ...parts,
    // The app may hold a stopped load of this profile, or have one under way.
    resumable: platform.pinnedProfileId === null ? storage.resumableLoads : NOT_RESUMABLE,
    tellLoad: (progress) => events.emit('buyersLoad', progress),
  });
  const exportsPart = tableExports({ files });
  const historyPart = history.handlers(parts);

  return {
    handlers: {
      ...bodyHandlers(bodies, files, references.known),
      ...buyersPart.handlers,
      ...callHandlers(calls),
      ...connectionHandlers({
        ...parts,
        diagnose: (url, profile) => transport.diagnose(url, profile),
        learn: secrets.learn,
        choosePath: (title) => files.choosePath({ title }),
      }),
      ...credentialHandlers({
        ...parts,
        // A profile is only looked at here, not sent to, so this neither waits for the Local sandbox nor starts it.
        findProfile: profiles.find,
        afterForgettingAll: () => {
          sandbox.keepToken();
          references.clear();
        },
      }),
      ...databaseHandlers(database),
      ...documentHandlers(services.documents, sandbox.serving, calls),
      ...draftHandlers(drafts, requestDrafts, typedTexts, references),
      ...listHandlers({ ...parts, tellLoad: (progress) => events.emit('listLoad', progress) }),
      ...exportsPart.handlers,
      ...guardHandlers(guard, secrets.hosts, ask),
      ...historyPart,
      ...profileHandlers({
        files,
        shown,
        unsaved: services.unsavedForms,
        profiles: services.profileService,
        describeCredential: (profileId) => credentials.describe(profileId),
        known: references.known,
      }),
      ...savedRequestHandlers({
        ...parts,
        store: storage.savedRequests,
        wasOnlyLocal: profiles.wasOnlyLocal,
        readSource: askForSource(services.importClient),
        sandboxDestination: () => sandbox.destination(),
        tellRun: (event) => events.emit('savedRun', event),
      }),
      ...liveFolderHandlers({ ...parts, store: storage.savedRequests }),
      ...sendingHandlers({
        ...parts,
        sandboxFacts: sandbox.facts,
        localProfile: () => findProfile(BUILT_IN_PROFILE_IDS.local),
        noteSentDraft: (draftId, exchangeId) =>
          drafts.noteSent(draftId, exchangeId).catch((error: unknown) => report('drafts', error)),
      }),
      ...sessionHandlers({
        ...parts,
        recent: storage.recentSessions,
        listProfiles: async () => (await profiles.describe()).profiles,
        openRecorded: async (id) => historyPart.openHistoryEntry.handle({ id }),
        tellLines: (event) => events.emit('sessionLines', event),
        tellBeginning: (event) => events.emit('sessionBegins', event),
      }),
      ...settingsHandlers({ ...parts, ...folders }),
      ...unsavedFormHandlers({
        unsaved: services.unsavedForms,
        profiles: async () => (await profiles.describe()).profiles,
      }),
      ...updateHandlers(services.updates),
    },
    /** Nobody can finish what the window was writing. */
    abandonExports: () => exportsPart.close(),
    /** The closing order: what is under way ends and is noted, what was noted is saved, then what saves it stops. */
    closing: [
      [
        { name: 'calls', close: () => calls.end() },
        { name: 'updates', close: () => services.updates.stop() },
      ],
      [
        { name: 'sending', close: () => services.sender.settled() },
        { name: 'buyers', close: () => buyersPart.settled() },
        { name: 'exports', close: () => exportsPart.close() },
        {
          name: 'drafts',
          close: () => Promise.all([drafts.settled(), requestDrafts.settled(), typedTexts.settled()]),
        },
        { name: 'recent look-ups', close: () => storage.recentSessions.settled() },
        { name: 'folders on disk', close: () => storage.liveFolders.stop() },
      ],
      [{ name: 'history', close: () => history.settled() }],
      [
        { name: 'transport', close: () => transport.closeIdleConnections() },
        { name: 'name lookups', close: lookupsEnded, limitMs: LOOKUPS_LIMIT_MS },
        { name: 'documents', close: () => services.documentClient.stop() },
        { name: 'imports', close: () => services.importClient.stop() },
        { name: 'reading folders on disk', close: () => storage.liveClient.stop() },
        { name: 'sandbox', close: () => sandbox.stop() },
        { name: 'bodies', close: () => bodies.close() },
        { name: 'database', close: () => database.close() },
      ],
      [{ name: 'keychain', close: () => storage.keychain.stop() }],
    ] satisfies readonly (readonly Closer[])[],
  };
}
