import { app, nativeTheme, powerMonitor, session, type Session } from 'electron';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import type { ShortcutId } from '@shared/app/shortcuts';
import { serveBody } from './bodies/serve-body';
import { BridgeEmitter } from './bridge/bridge-emitter';
import { removeOldWorkingCopies } from './database/working-copy';
import { removeLeftovers } from './files/leftovers';
import { createHandlers } from './handlers';
import { hearHistoryChanged } from './history/signals';
import { openLog } from './logs/log';
import type { Platform } from './platform';
import { Redactor } from './secrets/secrets';
import { createServices, type Services } from './services';
import { appHandlers } from './shell/app-handlers';
import { BackgroundNotices } from './shell/background-notices';
import { chosenFiles } from './shell/chosen-files';
import { openOwnFolder, settleDataFolder } from './shell/data-folder';
import { closeDebuggers } from './shell/debugging-switches';
import { DeepLinks } from './shell/deep-links';
import { catchDefects } from './shell/defects';
import { developmentServerAddress } from './shell/development-server';
import { endWithLimits } from './shell/end-with-limits';
import { MainWindow } from './shell/main-window';
import { setMenu } from './shell/menu';
import { declareAppScheme } from './shell/protocol';
import { queueQuestions } from './shell/question-queue';
import { questionWindow } from './shell/question-window';
import { forwardEvents, registerBridge } from './shell/register-bridge';
import { secureSessions } from './shell/sessions';
import { answerSecondStarts } from './shell/single-instance';
import { systemNotices } from './shell/system-notices';
import { utilityProcessStarter } from './shell/utility-process';
import { watchSleep } from './shell/watch-sleep';
import { WindowMemory } from './shell/window-memory';
import { createStorage, type Storage } from './storage';

/** The composition root: what the app stands on, what it keeps, what it does, and who answers the window. */
closeDebuggers();
const developmentServer = developmentServerAddress();
const dataFolder = settleDataFolder();
const folders = { data: dataFolder.path, logs: join(dataFolder.path, 'logs') };
const redactor = new Redactor();
const log = openLog({ folder: folders.logs, redactor, level: DEFAULT_SETTINGS.logLevel, echo: true });
const report = (where: string, error: unknown): void =>
  log.write('error', where, error instanceof Error ? error.message : String(error));

const window = new MainWindow();
const windowMemory = new WindowMemory(join(dataFolder.path, 'window.json'), (what) => report('window', what));
const events = new BridgeEmitter();
forwardEvents(events, window.get);
events.on('profilesChanged', window.showProfile);
const deepLinks = new DeepLinks(events);

function compose(): void {
  // In memory, and without anything of the app's own session.
  const sessions = { app: session.defaultSession, question: session.fromPartition('question') };
  const platform: Platform = {
    version: app.getVersion(),
    dataFolder,
    pinnedProfileId: null,
    logFolder: folders.logs,
    built: (file) => join(__dirname, file),
    log,
    redactor,
    report,
    events,
    ask: queueQuestions(
      questionWindow({
        parent: window.get,
        preload: join(__dirname, '../preload/question.js'),
        session: sessions.question,
        announce: (open) => events.emit('questionChanged', { open }),
        reportTrouble: (what) => report('question', what),
      }),
    ),
    files: chosenFiles(window.get),
    resolveSystemProxy: (url) => sessions.app.resolveProxy(url),
    startKeychain: utilityProcessStarter(join(__dirname, 'keychain-process.js'), 'keychain'),
    startDatabase: utilityProcessStarter(join(__dirname, 'database-process.js'), 'database'),
    startDocuments: utilityProcessStarter(join(__dirname, 'documents-process.js'), 'API documents'),
    startServing: utilityProcessStarter(join(__dirname, 'sandbox-document-process.js'), 'served document'),
    startReading: utilityProcessStarter(join(__dirname, 'reading-process.js'), 'body reading'),
    tellEnd: new BackgroundNotices(window.get, systemNotices).tell,
    // Light or dark, for the pages (`prefers-color-scheme`) and the dialogs of the operating system alike.
    setAppearance: (appearance) => {
      nativeTheme.themeSource = appearance;
    },
  };
  const storage = createStorage(platform);
  const services = createServices(platform, storage);
  void services.sandbox.facts();
  const stopHearing = hearHistoryChanged(
    join(dataFolder.path, 'signals'),
    () => services.history.changedElsewhere(),
    (error) => report('history', error),
  );
  const { handlers, closing } = createHandlers(platform, storage, services, {
    openFolder: (which) => openOwnFolder(folders[which]),
    partFolders: ['main', 'preload', 'renderer'].map((part) => join(__dirname, '..', part)),
  });

  secureSessions(sessions, {
    root: join(__dirname, '../renderer'),
    developmentServer,
    serveBody: (url) => serveBody(storage.bodies, url),
  });
  registerBridge(
    {
      ...handlers,
      ...appHandlers({
        window: window.get,
        takeDeepLink: deepLinks.take,
        takeCrashReason: window.takeCrashReason,
        sandboxFacts: services.sandbox.facts,
      }),
    },
    { window: window.get, reportDefect: report },
  );
  const menu = {
    development: developmentServer !== null,
    choose: (id: ShortcutId) => events.emit('shortcutChosen', { id }),
    zoom: windowMemory.zoom,
  };
  setMenu(menu, DEFAULT_SETTINGS.shortcuts);
  storage.settings.onApply(({ shortcuts }) => setMenu(menu, shortcuts));

  void services.updates.start().catch((error: unknown) => report('updates', error));
  watchSleep(powerMonitor, services.transport);
  void openWindow(sessions.app, storage, services);
  void removeLeftovers(join(dataFolder.path, 'bodies'), 'bodies');
  void removeOldWorkingCopies();
  endWithLimits(
    app,
    [
      [
        { name: 'window places', close: () => windowMemory.close() },
        { name: 'signals', close: () => Promise.resolve(stopHearing()) },
      ],
      ...closing,
    ],
    report,
  );
}

/** Where it was, with the profile in its title. */
async function openWindow(appSession: Session, storage: Storage, services: Services): Promise<void> {
  window.open({
    preload: join(__dirname, '../preload/index.js'),
    session: appSession,
    development: developmentServer !== null,
    place: await windowMemory.start(),
    memory: windowMemory,
    report: (what) => report('window', what),
    onGone: () => services.calls.onWindowClosed(),
  });
  const state = await storage.profiles.describe();
  window.showProfile(state);
  // Where the file of profiles could not be used, what belongs to profiles that are not known now is not done with.
  if (state.notice !== null) return;
  const known = new Set(state.profiles.map(({ id }) => id));
  for (const kept of [storage.resumableLoads, storage.keptLists, storage.recentSessions]) {
    await kept.keepOnly(known).catch((error: unknown) => report('what deleted profiles left', error));
  }
}

catchDefects((error) => log.write('error', 'main', 'an exception that nothing caught', error));
if (app.requestSingleInstanceLock()) {
  declareAppScheme();
  deepLinks.listen();
  answerSecondStarts(app, window.get);
  app.on('window-all-closed', () => app.quit());
  void app.whenReady().then(compose);
} else {
  app.quit();
}
