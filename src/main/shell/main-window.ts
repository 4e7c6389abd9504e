import { BrowserWindow, nativeTheme, type Session } from 'electron';
import icon from '../../../resources/icons/256x256.png?asset';
import type { ProfilesState } from '@shared/bridge/profiles';
import { APP_NAME, windowTitle } from '@shared/profiles/window-title';
import { isOwnOrigin, START_PAGE } from './origin';
import { recoverWindow } from './recover-window';
import { showContextMenu } from './context-menu';
import type { WindowMemory } from './window-memory';
import { MIN_SIZE, type WindowPlace } from './window-places';
import type { WindowRecovery } from './window-recovery';

export interface MainWindowOptions {
  readonly preload: string;
  readonly session: Session;
  /** Chromium's tools are for `npm run dev` alone: whoever has them has the page. */
  readonly development: boolean;
  /** How it opens, and what follows it from then on. */
  readonly place: WindowPlace;
  readonly memory: WindowMemory;
  /** Told when the page could not be loaded, died or hangs. */
  readonly report: (what: string) => void;
  /** The page died or hangs: what only the window can follow has to stop. */
  readonly onGone: () => void;
}

/** `--surface` of the page (styles/tokens.css). */
const BACKGROUND = { light: '#ffffff', dark: '#15181c' };

/** The app's one window, for those that ask for it before it is open, too. */
export class MainWindow {
  private window: BrowserWindow | null = null;
  private recovery: WindowRecovery | null = null;
  private tellLoaded: () => void = () => undefined;
  private readonly loaded = new Promise<void>((resolve) => (this.tellLoaded = resolve));

  /** Null before it is open. */
  readonly get = (): BrowserWindow | null => this.window;

  open({ report, onGone, memory, ...options }: MainWindowOptions): void {
    const window = openWindow(options);
    this.window = window;
    window.webContents.once('did-finish-load', () => this.tellLoaded());
    memory.follow(window);
    this.recovery = recoverWindow(window, { report, onGone });
    void window.loadURL(START_PAGE).catch((error: unknown) => report(String(error)));
  }

  /** Called once the page is in the window, or when it is there already. */
  whenLoaded(listener: () => void): void {
    void this.loaded.then(listener);
  }

  /** Names the active profile in the title. */
  readonly showProfile = ({ profiles, activeId }: ProfilesState): void =>
    this.window?.setTitle(windowTitle(profiles.find(({ id }) => id === activeId) ?? null));

  /** Why the page was started again, once; null when it was not. */
  readonly takeCrashReason = (): string | null => this.recovery?.takeReason() ?? null;
}

/** Sandboxed, isolated, and going nowhere but our own origin. */
function openWindow({
  preload,
  session,
  development,
  place,
}: Pick<MainWindowOptions, 'preload' | 'session' | 'development' | 'place'>): BrowserWindow {
  const window = new BrowserWindow({
    ...place.bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    title: APP_NAME,
    icon,
    webPreferences: {
      preload,
      session,
      zoomFactor: place.zoom,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      devTools: development,
    },
  });
  preventNavigation(window);
  showContextMenu(window);
  if (place.maximised) window.maximize();
  // Still empty: the system puts it up while the page comes, and the first frame has not to wait for that.
  window.show();
  // The title is main's to set (profile, PRODUCTION); the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault());
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
