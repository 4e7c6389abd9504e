import { join } from 'node:path';
import { BodyStore } from './bodies/body-store';
import { KeptRows } from './buyers/kept-rows';
import { ResumableLoads } from './buyers/resumable-loads';
import { IndexedSecretStore } from './credentials/indexed-secret-store';
import { KeychainClient, keychainService } from './credentials/keychain-client';
import { DatabaseService } from './database/database-service';
import { DocumentClient } from './documents/document-client';
import { DraftStore } from './drafts/draft-store';
import { RequestDraftStore } from './drafts/request-draft-store';
import { TypedTextStore } from './drafts/typed-text-store';
import { recoverWrittenAhead } from './history/write-ahead/recover';
import { WriteAheadLog } from './history/write-ahead/write-ahead-log';
import type { Platform } from './platform';
import { ProfileStore } from './profiles/profile-store';
import { AllRequests } from './saved-requests/live/all-requests';
import { askLiveOf, LIVE_LIMITS } from './saved-requests/live/ask-live';
import { LiveFolders } from './saved-requests/live/live-folders';
import { LocalParts } from './saved-requests/live/local-parts';
import { typedSecrets } from './saved-requests/live/typed-secrets';
import { SavedRequestStore } from './saved-requests/saved-request-store';
import { migrations, tableLabels, rowsToCarryOver } from './schema';
import { Secrets } from './secrets/secrets';
import { lostSends } from './sending/lost-history';
import { UnkeptSends } from './sending/unkept-sends';
import { importRecentFile } from './sessions/import-recent-file';
import { KeptLists } from './sessions/kept-lists';
import { RecentSessions } from './sessions/recent-sessions';

export type Storage = ReturnType<typeof createStorage>;

/** What the app keeps on this computer, and where. Nothing is opened before it is used. */
export function createStorage(platform: Platform) {
  const { dataFolder, redactor, report, events } = platform;
  const inFolder = (name: string): string => join(dataFolder.path, name);
  // Only one app runs on a data folder; the command line beside it waits for the database instead.
  const keepsWriteAhead = platform.pinnedProfileId === null;

  const keychain = new KeychainClient({
    start: platform.startKeychain,
    service: keychainService(dataFolder.path, dataFolder.own),
    onCrash: (what) => report('keychain', what),
  });
  const secretStore = new IndexedSecretStore(keychain, inFolder('secrets.json'));
  const secrets = new Secrets({ secretStore, redactor, hostsPath: inFolder('secret-hosts.json') });
  const writeAhead = new WriteAheadLog(inFolder('write-ahead'), () =>
    keepsWriteAhead ? database.fileKey : null,
  );
  const database: DatabaseService = new DatabaseService({
    path: inFolder('explorer.db'),
    migrations,
    carryOver: rowsToCarryOver,
    tableNames: tableLabels,
    whenLost: lostSends,
    leavesFiles: platform.pinnedProfileId !== null,
    secretStore,
    startProcess: platform.startDatabase,
    report,
    announce: (state) => events.emit('databaseChanged', state),
    beforeUse: (opened, key, isCopy) =>
      recoverWrittenAhead(opened, key, { log: writeAhead, isOnlyWriter: keepsWriteAhead, isCopy }),
  });

  const profiles = new ProfileStore({
    path: inFolder('profiles.json'),
    announce: (state) => events.emit('profilesChanged', state),
    pinnedId: platform.pinnedProfileId,
  });
  const ownRequests = new SavedRequestStore(database);
  // Its process ends soon after the last file that it has read.
  const liveClient = new DocumentClient({ start: platform.startDocuments, report, ...LIVE_LIMITS });
  const askLive = askLiveOf(liveClient);
  const liveFolders = new LiveFolders({
    path: inFolder('live-folders.json'),
    local: new LocalParts(database),
    ...typedSecrets(secrets.references),
    ask: askLive,
    ownIds: () => ownRequests.ids(),
    announce: (folders) => events.emit('liveFoldersChanged', folders),
    report,
  });

  const reportRecent = (error: unknown): void => report('recent look-ups', error);

  return {
    keychain,
    secretStore,
    secrets,
    references: secrets.references,
    database,
    writeAhead,
    // In the app, the window shows how a send ended as soon as it ends.
    unkeptSends: new UnkeptSends(inFolder('unkept-sends'), platform.pinnedProfileId !== null),
    bodies: new BodyStore({ directory: inFolder('bodies') }),
    profiles,
    drafts: new DraftStore(database, secrets.references, profiles.wasOnlyLocal),
    requestDrafts: new RequestDraftStore(database, secrets.references, profiles.wasOnlyLocal),
    typedTexts: new TypedTextStore(database),
    savedRequests: new AllRequests(ownRequests, liveFolders),
    liveFolders,
    liveClient,
    askLive,
    recentSessions: new RecentSessions(
      database,
      () => importRecentFile(inFolder('recent-sessions.json'), database).catch(reportRecent),
      reportRecent,
    ),
    keptLists: new KeptLists(database),
    resumableLoads: new ResumableLoads({
      path: inFolder('stopped-loads.json'),
      rows: new KeptRows(database),
      report,
    }),
  };
}
