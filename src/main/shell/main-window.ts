import { BrowserWindow, nativeTheme, type Session } from 'electron';
import icon from '../../../resources/icons/256x256.png?asset';
import type { ProfilesState } from '@shared/bridge/profiles';
import { APP_NAME, windowTitle } from '@shared/profiles/window-title';
import { LOCKED_PAGE, lockWindow } from './lock-window';
import { isOwnOrigin, START_PAGE } from './origin';
import { recoverWindow } from './recover-window';
import { showContextMenu } from './context-menu';
import type { WindowMemory } from './window-memory';
import { MIN_SIZE, type WindowPlace } from './window-places';
import type { WindowRecovery } from './window-recovery';

export interface MainWindowOptions {
  readonly preload: string;
  readonly session: Session;
  /** Chromium's developer tools are only for `npm run dev`: they give full control of the page. */
  readonly development: boolean;
  /** Where the window opens, and what remembers its place afterwards. */
  readonly place: WindowPlace;
  readonly memory: WindowMemory;
  /** Called when the page could not be loaded, crashed or hangs. */
  readonly report: (what: string) => void;
  /** Called when the page has crashed or hangs: everything that only the window can follow has to stop. */
  readonly onGone: () => void;
}

/** `--surface` of the page (styles/tokens.css). */
const BACKGROUND = { light: '#ffffff', dark: '#15181c' };

/** The app's only window; it may be used before the window is open. */
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

  /** Called once the page has loaded, or at once if it already has. */
  whenLoaded(listener: () => void): void {
    void this.loaded.then(listener);
  }

  /** Names the active profile in the title. */
  readonly showProfile = ({ profiles, activeId }: ProfilesState): void =>
    this.window?.setTitle(windowTitle(profiles.find(({ id }) => id === activeId) ?? null));

  /** Why the page was restarted, returned once; null if it was not. */
  readonly takeCrashReason = (): string | null => this.recovery?.takeReason() ?? null;
}

/** A sandboxed, isolated window that cannot leave our own origin. */
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
      ...LOCKED_PAGE,
      safeDialogs: true,
      devTools: development,
    },
  });
  lockWindow(window, isOwnOrigin);
  showContextMenu(window);
  if (place.maximised) window.maximize();
  // Shown while still empty: the system brings it up while the page loads, so that the first frame need not wait.
  window.show();
  return window;
}
