import { screen, type BrowserWindow } from 'electron';
import { combinationOf } from '@shared/app/key-combination';
import { VersionedJsonFile } from '../files/versioned-json-file';
import {
  displayKey,
  NO_PLACES,
  startPlace,
  windowPlacesSchema,
  withPlace,
  zoomStep,
  type WindowPlace,
  type WindowPlaces,
} from './window-places';

/** In ms. A window that is being dragged moves many times a second. */
const SAVE_AFTER_MS = 400;

/** Remembers the window's size, place, maximised state and zoom for each display, and restores them. */
export class WindowMemory {
  private readonly file: VersionedJsonFile<WindowPlaces>;
  private places: WindowPlaces = NO_PLACES;
  private window: BrowserWindow | null = null;
  private timer: NodeJS.Timeout | undefined;
  /** True while a change has not been saved. */
  private unsaved = false;
  private zoomFactor = 1;
  private display = '';

  /** @param path of the file that stores them. */
  constructor(
    path: string,
    private readonly report: (what: string) => void,
  ) {
    this.file = new VersionedJsonFile({
      path,
      what: 'window places',
      version: 1,
      schema: windowPlacesSchema,
      fresh: () => NO_PLACES,
    });
  }

  /** Called before Chromium is ready, when displays are not known yet. */
  async read(): Promise<void> {
    await this.file.read();
  }

  /** How to open the window. */
  async start(): Promise<WindowPlace> {
    this.places = await this.file.read();
    const place = startPlace(this.places, screen.getAllDisplays(), screen.getPrimaryDisplay());
    this.zoomFactor = place.zoom;
    return place;
  }

  /** Follows the window, which must have been opened as `start` said. */
  follow(window: BrowserWindow): void {
    this.window = window;
    this.display = displayKey(screen.getDisplayMatching(window.getBounds()));
    const { webContents } = window;
    for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) {
      window.on(event as 'resize', () => this.onMoved());
    }
    // The last moment at which the window can be asked.
    window.on('close', () => this.note());
    // As soon as the page begins, so that its first frame has it. The `zoomFactor` of the window's preferences does not
    // do: Chromium applies it again on each screen while the zoom is 100 %.
    webContents.on('did-navigate', () => webContents.setZoomFactor(this.zoomFactor));
    webContents.on('zoom-changed', (_event, direction) => this.zoom(direction === 'in' ? 1 : -1));
    webContents.on('before-input-event', (event, { type, key, code, control, meta, alt, shift }) => {
      if (type !== 'keyDown') return;
      const press = { key, code, ctrlKey: control, metaKey: meta, altKey: alt, shiftKey: shift };
      const direction = ZOOM_KEYS[combinationOf(press, process.platform === 'darwin') ?? ''];
      if (direction === undefined) return;
      event.preventDefault();
      this.zoom(direction);
    });
  }

  /** Zooms in (1), out (-1), to the actual size (0) or not at all (null); returns the zoom factor. */
  readonly zoom = (direction: 1 | 0 | -1 | null): number => {
    if (direction === null) return this.zoomFactor;
    this.zoomTo(zoomStep(this.zoomFactor, direction));
    this.saveSoon();
    return this.zoomFactor;
  };

  /** Saves what is not saved yet. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    if (this.unsaved) await this.save();
  }

  private zoomTo(factor: number): void {
    this.zoomFactor = factor;
    if (this.window && !this.window.isDestroyed()) this.window.webContents.setZoomFactor(factor);
  }

  private onMoved(): void {
    const { window } = this;
    if (!window || window.isDestroyed()) return;
    const display = displayKey(screen.getDisplayMatching(window.getBounds()));
    if (display !== this.display) {
      this.display = display;
      const kept = this.places.byDisplay[display];
      if (kept !== undefined && kept.zoom !== this.zoomFactor) this.zoomTo(kept.zoom);
    }
    this.saveSoon();
  }

  private note(): void {
    const { window } = this;
    if (!window || window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    const { x, y, width, height } = window.getNormalBounds();
    this.places = withPlace(this.places, screen.getDisplayMatching(window.getBounds()), {
      bounds: { x, y, width, height },
      maximised: window.isMaximized(),
      zoom: this.zoomFactor,
    });
    this.unsaved = true;
  }

  private saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.note();
      this.save().catch((error: unknown) => this.report(String(error)));
    }, SAVE_AFTER_MS);
  }

  private async save(): Promise<void> {
    this.unsaved = false;
    await this.file.change(() => this.places);
  }
}

const ZOOM_KEYS: Readonly<Record<string, 1 | 0 | -1>> = {
  'Mod+Plus': 1,
  'Mod+=': 1,
  'Mod+-': -1,
  'Mod+_': -1,
  'Mod+0': 0,
};
