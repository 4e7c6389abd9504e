import { app, nativeTheme, powerMonitor } from 'electron';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '@shared/app/settings';
import type { ShortcutId } from '@shared/app/shortcuts';
import { messageOf } from '@shared/text/message-of';
import { BridgeEmitter } from './bridge/bridge-emitter';
import { openLog } from './logs/log';
import { outliveFileLimit } from './processes/outlive-file-limit';
import { Redactor } from './secrets/redactor';
import { settingsOf } from './settings/settings-service';
import { settleDataFolder } from './shell/data-folder';
import { closeDebuggers } from './shell/debugging-switches';
import { DeepLinks } from './shell/deep-links';
import { catchDefects } from './shell/defects';
import { developmentServerAddress } from './shell/development-server';
import { MainWindow } from './shell/main-window';
import { setMenu } from './shell/menu';
import { declareAppScheme } from './shell/protocol';
import { forwardEvents } from './shell/forward-events';
import { registerBridge } from './shell/register-bridge';
import { openAppSession } from './shell/sessions';
import { answerSecondStarts, isOnlyOne } from './shell/single-instance';
import { WindowMemory } from './shell/window-memory';

/**
 * Start-up: only what the window needs to open. The rest of main, which is most of it, is in `app.ts`, loaded with
 * the page's first call, which the page makes before it loads the rest of its scripts (docs/performance.md).
 */
closeDebuggers();
outliveFileLimit();
const developmentServer = developmentServerAddress();
const dataFolder = settleDataFolder();
const folders = { data: dataFolder.path, logs: join(dataFolder.path, 'logs') };
const redactor = new Redactor();
const log = openLog({ folder: folders.logs, redactor, level: DEFAULT_SETTINGS.logLevel, echo: true });
const report = (where: string, error: unknown): void => log.write('error', where, messageOf(error));

const settings = settingsOf(folders);
const window = new MainWindow();
const windowMemory = new WindowMemory(join(dataFolder.path, 'window.json'), (what) => report('window', what));
const events = new BridgeEmitter();
forwardEvents(events, window.get);
events.on('profilesChanged', window.showProfile);
const deepLinks = new DeepLinks(events);

export type Shell = ReturnType<typeof openShell>;

function openShell() {
  const pages = { root: join(__dirname, '../renderer'), developmentServer };
  const appSession = openAppSession({
    ...pages,
    serveBody: async (url) => (await composed()).serveBody(url),
  });
  const shell = {
    version: app.getVersion(),
    lifecycle: app,
    power: powerMonitor,
    dataFolder,
    folders,
    redactor,
    log,
    report,
    settings,
    window,
    windowMemory,
    events,
    deepLinks,
    pages,
    /** The path of one of main's built files. */
    built: (file: string) => join(__dirname, file),
  };
  let composing: ReturnType<typeof compose> | null = null;
  const compose = async () => (await import('./app')).composeApp(shell);
  const composed = () => (composing ??= compose());

  registerBridge(async () => (await composed()).handlers, { window: window.get, reportDefect: report });
  const menu = {
    development: developmentServer !== null,
    choose: (id: ShortcutId) => events.emit('shortcutChosen', { id }),
    zoom: windowMemory.zoom,
  };
  settings.onApply(({ appearance, logLevel, shortcuts }) => {
    // Light or dark, both for the pages (`prefers-color-scheme`) and for the dialogs of the operating system.
    nativeTheme.themeSource = appearance;
    log.setLevel(logLevel);
    setMenu(menu, shortcuts);
  });
  void Promise.all([windowMemory.start(), settings.start()]).then(([place]) => {
    window.open({
      preload: join(__dirname, '../preload/index.js'),
      session: appSession,
      development: developmentServer !== null,
      place,
      memory: windowMemory,
      report: (what) => report('window', what),
      onGone: () => void composed().then(({ onWindowGone }) => onWindowGone()),
    });
  });
  return shell;
}

/** For the person who typed the command: the window that appears may be from an older build. */
const RUNS_ALREADY =
  'The app is already running on this data folder: its window is shown. A second one needs a folder of its own: --user-data-dir=/path\n';

catchDefects((error) => log.write('error', 'main', 'an exception that nothing caught', error));
if (isOnlyOne(app, dataFolder.path)) {
  declareAppScheme();
  deepLinks.listen();
  answerSecondStarts(app, window.get);
  app.on('window-all-closed', () => app.quit());
  // What the window needs from disk has been read by the time Chromium is ready.
  void Promise.all([windowMemory.read(), settings.current()]);
  void app.whenReady().then(openShell);
} else {
  process.stdout.write(RUNS_ALREADY);
  app.quit();
}
