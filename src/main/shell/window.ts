import { BrowserWindow, type Session } from 'electron';
import { isOwnOrigin, START_PAGE } from './origin';

export interface MainWindowOptions {
  readonly preload: string;
  readonly session: Session;
  readonly title: string;
  /** Told when the page could not be loaded. */
  readonly reportTrouble: (what: string) => void;
}

/** The one window: sandboxed, isolated, and going nowhere but our own origin. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: options.title,
    webPreferences: {
      preload: options.preload,
      session: options.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
    },
  });
  preventNavigation(window);
  window.once('ready-to-show', () => window.show());
  // The title is main's to set (profile, PRODUCTION); the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault());
  void window.loadURL(START_PAGE).catch((error: unknown) => options.reportTrouble(String(error)));
  return window;
}

/** No navigation, no new window, no embedded page. */
function preventNavigation(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event, url) => {
    if (!isOwnOrigin(url)) event.preventDefault();
  });
  webContents.on('will-redirect', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}
