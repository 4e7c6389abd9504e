import { app, session, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ProfilesState } from '@shared/bridge/profiles';
import type { CredentialState } from '@shared/profiles/credential';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import { APP_NAME, windowTitle } from '@shared/profiles/window-title';
import { bodyHandlers } from './bodies/body-handlers';
import { BodyStore } from './bodies/body-store';
import { removeLeftovers } from './bodies/leftovers';
import { serveBody } from './bodies/serve-body';
import { BodyReader } from './body-reading/body-reader';
import { buyers } from './buyers/buyers-handlers';
import { KeptRows } from './buyers/kept-rows';
import { LoadCheckpoints } from './buyers/load-checkpoints';
import { LoadPlaces } from './buyers/load-places';
import { callHandlers } from './calls/call-handlers';
import { connectionHandlers } from './connection/connection-handlers';
import { RunningCalls } from './calls/running-calls';
import { credentialHandlers } from './credentials/credential-handlers';
import { CredentialService } from './credentials/credential-service';
import { KeychainClient } from './credentials/keychain-client';
import { keychainService } from './credentials/keychain-service';
import { IndexedSecretStore } from './credentials/indexed-secret-store';
import { WaysAtUpdate } from './credentials/ways-at-update';
import { databaseHandlers } from './database/database-handlers';
import { DatabaseService } from './database/database-service';
import { migrations, tablesToCarryOver } from './schema';
import { draftHandlers } from './drafts/draft-handlers';
import { DraftStore } from './drafts/draft-store';
import { tableExports } from './exports/export-handlers';
import { guardHandlers } from './guards/guard-handlers';
import { SendGuard } from './guards/send-guard';
import { openLog } from './logs/log';
import { History } from './history/history';
import { profileHandlers } from './profiles/profile-handlers';
import { ProfileService } from './profiles/profile-service';
import { agreeToUnlock } from './profiles/unlock-question';
import { savedRequestHandlers } from './saved-requests/saved-request-handlers';
import { SavedRequestStore } from './saved-requests/saved-request-store';
import { Redactor, Secrets } from './secrets/secrets';
import { SandboxHost } from './sandbox-host/sandbox-host';
import { sendingHandlers } from './sending/sending-handlers';
import { ClockWatch } from './sending/clock-watch';
import { Sender } from './sending/sender';
import { UnsettledSends } from './sending/unsettled-sends';
import { sessionHandlers } from './sessions/session-handlers';
import { RecentSessions } from './sessions/recent-sessions';
import { settingsHandlers } from './settings/settings-handlers';
import { SettingsService } from './settings/settings-service';
import { appHandlers } from './shell/app-handlers';
import { setAppearance } from './shell/appearance';
import { registerBridge, sendEvent } from './shell/register-bridge';
import { chosenFiles } from './shell/chosen-files';
import { DeepLinks } from './shell/deep-links';
import { catchDefects } from './shell/defects';
import { developmentServerAddress } from './shell/development-server';
import { settleDataFolder } from './shell/data-folder';
import { keychainProcessStarter } from './shell/keychain-process';
import { setMenu } from './shell/menu';
import { openOwnFolder } from './shell/open-folder';
import { APP_SCHEME, QUESTION_SCHEME } from './shell/origin';
import { blockOutgoingRequests } from './shell/outgoing-requests';
import { denyPermissions } from './shell/permissions';
import { declareAppScheme, serveAppProtocol, serveQuestionProtocol } from './shell/protocol';
import { queueQuestions } from './shell/question-queue';
import { questionWindow } from './shell/question-window';
import { readingProcessStarter } from './shell/reading-process';
import { recoverWindow } from './shell/recover-window';
import { openMainWindow } from './shell/window';
import type { WindowRecovery } from './shell/window-recovery';
import { createTransport } from './transport/send';

/** The composition root: what the app consists of, and how its parts know each other. */
const developmentServer = developmentServerAddress();
const folder = settleDataFolder();
let window: BrowserWindow | null = null;
let recovery: WindowRecovery | null = null;
const deepLinks = new DeepLinks(() => window);

const folders = { data: folder.path, logs: join(folder.path, 'logs') };
const redactor = new Redactor();
const log = openLog({ folder: folders.logs, redactor, level: DEFAULT_SETTINGS.logLevel, echo: true });

function report(where: string, error: unknown): void {
  log.write('error', where, error instanceof Error ? error.message : String(error));
}

/** Names the active profile in the window's title. */
function showProfile({ profiles, activeId }: ProfilesState): void {
  window?.setTitle(windowTitle(profiles.find(({ id }) => id === activeId) ?? null));
}

function tellCredential(state: CredentialState): void {
  sendEvent(window, 'credentialChanged', state);
}

function compose(): void {
  const bodies = new BodyStore({ directory: join(folder.path, 'bodies') });
  const transport = createTransport({
    version: app.getVersion(),
    bodies,
    resolveSystemProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  const calls = new RunningCalls();
  const keychain = new KeychainClient({
    start: keychainProcessStarter(join(__dirname, 'keychain-process.js')),
    service: keychainService(folder.path, folder.own),
    // The person unlocked the keychain after we had given up waiting.
    onLateAnswer: () =>
      void profiles
        .active()
        .then(({ id }) => credentials.describe(id))
        .then(tellCredential),
    onCrash: (what) => report('keychain', what),
  });
  const secretStore = new IndexedSecretStore(keychain, join(folder.path, 'secrets.json'));
  const database = new DatabaseService({
    path: join(folder.path, 'explorer.db'),
    migrations,
    carryOver: tablesToCarryOver,
    secretStore,
    startWorker: () => new Worker(join(__dirname, 'database-worker.js')),
    announce: (state) => {
      sendEvent(window, 'databaseChanged', state);
      history.databaseChanged(state);
    },
  });
  const secrets = new Secrets({ secretStore, redactor, hostsPath: join(folder.path, 'secret-hosts.json') });
  const { references } = secrets;
  const history = new History({
    database,
    bodies,
    references,
    retention: async () => (await settings.current()).history,
    announce: (problem) => sendEvent(window, 'historyChanged', { problem }),
    report,
  });
  const drafts = new DraftStore(database, references);
  // In memory, and without anything of the app's own session.
  const questionSession = session.fromPartition('question');
  const ask = queueQuestions(
    questionWindow({
      parent: () => window,
      preload: join(__dirname, '../preload/question.js'),
      session: questionSession,
      announce: (open) => sendEvent(window, 'questionChanged', { open }),
      reportTrouble: (what) => report('question', what),
    }),
  );
  const waysAtUpdate = new WaysAtUpdate(join(folder.path, 'ways-at-update.json'));
  const credentials: CredentialService = new CredentialService({
    secretStore,
    profileNow: async (profileId) =>
      (await profiles.describe()).profiles.find(({ id }) => id === profileId) ?? null,
    wayAtUpdate: (profileId) => waysAtUpdate.wayOf(profileId),
    ask,
    announce: tellCredential,
    onSecret: secrets.learn,
  });
  const guard = new SendGuard({
    secretHosts: secrets.hosts,
    ask,
    profileName: async (profileId) =>
      (await profiles.describe()).profiles.find(({ id }) => id === profileId)?.name ?? null,
    announceGrants: (grants) => sendEvent(window, 'grantsChanged', grants),
  });
  let activeId: string | null = null;
  const profiles: ProfileService = new ProfileService({
    path: join(folder.path, 'profiles.json'),
    secrets: credentials,
    announce: (state) => {
      // What runs belongs to the profile that was active: its results must not be taken for the new one's.
      if (activeId !== null && activeId !== state.activeId) calls.cancelAll();
      activeId = state.activeId;
      showProfile(state);
      sendEvent(window, 'profilesChanged', state);
    },
    agree: (before, after) => agreeToUnlock(before, after, ask),
    onAltered: (profileId, how) => {
      guard.forgetProfile(profileId);
      calls.cancelProfile(profileId, `the profile was ${how}`);
    },
    onWayChanged: (profileId) =>
      void credentials.wayChanged(profileId).catch((error: unknown) => report('credentials', error)),
  });
  // Before anything can edit a profile.
  waysAtUpdate
    .note(profiles.describe().then((state) => state.profiles))
    .catch((error: unknown) => report('credentials', error));
  const tellProgress = (callId: string, note: string | null): void =>
    sendEvent(window, 'callProgress', { callId, note });
  const clocks = new ClockWatch((profileId, skewMs) =>
    sendEvent(window, 'clockSkewChanged', { profileId, skewMs }),
  );
  const reader = new BodyReader({
    bodies,
    start: readingProcessStarter(join(__dirname, 'reading-process.js')),
    report,
  });
  const sender = new Sender({
    transport,
    bodies,
    reader,
    secrets,
    guard,
    journal: history.journal,
    unsettled: new UnsettledSends(database),
    bearerFor: (profile) => credentials.bearerFor(profile),
    findProfile: (profileId) => profiles.find(profileId),
    noteAnswer: (profileId, result) => clocks.note(profileId, result),
    tellProgress,
    report,
  });
  const files = chosenFiles(() => window);
  const settings = new SettingsService({
    path: join(folder.path, 'settings.json'),
    folders,
    apply: ({ appearance, logLevel }) => {
      setAppearance(appearance);
      log.setLevel(logLevel);
      history.trim();
    },
  });
  void settings.start();
  const sandbox = new SandboxHost(join(__dirname, 'sandbox-worker.js'));
  const keepSandboxToken = (): void =>
    void sandbox.running
      .then(({ token }) => credentials.keepSandboxToken(BUILT_IN_PROFILE_IDS.local, token))
      .catch((error: unknown) => report('sandbox', error));
  const sandboxReady = sandbox.running.then(async ({ facts }) => {
    // Usable at once; a keychain that asks its person first must not hold up the start.
    keepSandboxToken();
    await profiles.setLocalBaseUrl(facts.baseUrl);
    return facts;
  });
  sandboxReady.catch((error: unknown) => report('sandbox', error));

  const activeProfile = async (): Promise<Profile> => {
    // The built-in server takes a moment to start: a request made meanwhile waits for it.
    const profile = await profiles.active();
    if (profile.environment === 'local') await sandboxReady.catch(() => null);
    return profiles.active();
  };
  const sending = { sender, calls, files, activeProfile };
  const loadPlaces = new LoadPlaces({
    checkpoints: new LoadCheckpoints(join(folder.path, 'stopped-loads.json')),
    rows: new KeptRows(database),
    report,
  });
  const buyersPart = buyers({
    sender,
    bodies,
    calls,
    activeProfile,
    findProfile: (profileId) => profiles.find(profileId),
    places: loadPlaces,
    tellLoad: (news) => sendEvent(window, 'buyersLoad', news),
  });
  const exportsPart = tableExports({ files });

  denyPermissions(session.defaultSession);
  denyPermissions(questionSession);
  const pages = { root: join(__dirname, '../renderer'), developmentServer };
  blockOutgoingRequests(session.defaultSession, APP_SCHEME, developmentServer);
  blockOutgoingRequests(questionSession, QUESTION_SCHEME, developmentServer);
  serveQuestionProtocol(questionSession, pages);
  serveAppProtocol(session.defaultSession, {
    ...pages,
    serveBody: (url) => serveBody(bodies, url),
  });
  registerBridge(
    {
      ...appHandlers({
        window: () => window,
        takeDeepLink: () => deepLinks.take(),
        takeCrashReason: () => recovery?.takeReason() ?? null,
        sandboxFacts: () => sandboxReady.catch(() => null),
      }),
      ...bodyHandlers(bodies, files),
      ...callHandlers(calls),
      ...credentialHandlers({
        credentials,
        findProfile: (profileId) => profiles.find(profileId),
        afterForgettingAll: () => {
          keepSandboxToken();
          references.clear();
        },
      }),
      ...profileHandlers({
        profiles,
        files,
        describeCredential: (profileId) => credentials.describe(profileId),
      }),
      ...guardHandlers(guard, secrets.hosts, ask),
      ...connectionHandlers({
        diagnose: (url, profile) => transport.diagnose(url, profile),
        sender,
        calls,
        learn: secrets.learn,
        findProfile: (profileId) => profiles.find(profileId),
        choosePath: (title) => files.choosePath({ title }),
      }),
      ...databaseHandlers(database),
      ...settingsHandlers({
        settings,
        openFolder: (which) => openOwnFolder(folders[which]),
        partFolders: ['main', 'preload', 'renderer'].map((part) => join(__dirname, '..', part)),
      }),
      ...sessionHandlers({
        sender,
        reader,
        calls,
        report,
        recent: new RecentSessions(join(folder.path, 'recent-sessions.json')),
        tellProgress,
        tellLines: (event) => sendEvent(window, 'sessionLines', event),
        activeProfile,
      }),
      ...buyersPart.handlers,
      ...sendingHandlers({
        ...sending,
        noteSentDraft: (draftId, exchangeId) =>
          drafts.noteSent(draftId, exchangeId).catch((error: unknown) => report('drafts', error)),
      }),
      ...draftHandlers(drafts, references),
      ...exportsPart.handlers,
      ...history.handlers({
        ...sending,
        tellProgress,
        version: app.getVersion(),
      }),
      ...savedRequestHandlers({
        ...sending,
        store: new SavedRequestStore(database),
        references,
        tellRun: (event) => sendEvent(window, 'savedRun', event),
      }),
    },
    { window: () => window, reportDefect: report },
  );
  setMenu(developmentServer !== null);
  window = openMainWindow({
    preload: join(__dirname, '../preload/index.js'),
    session: session.defaultSession,
    title: APP_NAME,
    reportTrouble: (what) => report('window', what),
  });
  recovery = recoverWindow(window, {
    report: (what) => report('window', what),
    onGone: () => calls.windowGone(),
  });
  void profiles.describe().then((state) => {
    activeId ??= state.activeId;
    showProfile(state);
    return loadPlaces.keepOnly(new Set(state.profiles.map(({ id }) => id)));
  });
  void removeLeftovers(join(folder.path, 'bodies'));
  endWith(async () => {
    calls.cancelAll();
    // What was under way is noted as it ended; then what was noted is written.
    await Promise.all([sender.settled(), buyersPart.settled(), exportsPart.close(), drafts.settled()]);
    await history.settled();
    transport.closeIdleConnections();
    await Promise.all([sandbox.stop(), bodies.close(), database.close()]);
    keychain.stop();
  });
}

/** Runs the clean-up once, before the app ends. */
function endWith(cleanUp: () => Promise<void>): void {
  let done = false;
  app.on('will-quit', (event) => {
    if (done) return;
    event.preventDefault();
    void cleanUp()
      .catch((error: unknown) => report('end', error))
      .finally(() => {
        done = true;
        app.quit();
      });
  });
}

catchDefects((error) => log.write('error', 'main', 'an exception that nothing caught', error));
if (app.requestSingleInstanceLock()) {
  declareAppScheme();
  deepLinks.listen();
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(compose);
} else {
  app.quit();
}
