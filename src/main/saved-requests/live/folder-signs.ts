import { FolderWatch, networkReason, SYSTEM, type WatchServices } from './folder-watch';

/** A look waits until there was no sign of a change for this long, in ms, but never longer than `MAX_WAIT_MS`. */
const QUIET_MS = 150;
const MAX_WAIT_MS = 1_000;

/**
 * Says when to look at a folder again: once after signs of its watchers that come together, and from time to time while
 * it is away.
 */
export class FolderSigns {
  private watch: FolderWatch | null = null;
  private waiting: ReturnType<typeof setInterval> | null = null;
  private quiet: ReturnType<typeof setTimeout> | null = null;
  private latest = 0;
  private closed = false;

  constructor(
    private readonly path: string,
    private readonly look: () => void,
    private readonly services: WatchServices = SYSTEM,
  ) {}

  /** Why the folder is polled; null while it is watched. */
  get polled(): string | null {
    return this.watch?.polled ?? null;
  }

  /** @param folders the folders inside it now, relative to its path. */
  async follow(folders: readonly string[]): Promise<void> {
    this.endWaiting();
    if (this.watch === null) {
      const why = await networkReason(this.path);
      if (this.closed) return;
      this.watch = new FolderWatch(this.path, this.onEvent, this.services);
      if (why !== null) this.watch.poll(why);
    }
    this.watch.follow(folders);
  }

  /** The folder is away: nothing can be watched, but it may come back. */
  wait(): void {
    this.watch?.close();
    this.watch = null;
    if (!this.closed) this.waiting ??= setInterval(this.onEvent, this.services.pollMs);
  }

  close(): void {
    this.closed = true;
    this.watch?.close();
    this.endWaiting();
    if (this.quiet !== null) clearTimeout(this.quiet);
  }

  private endWaiting(): void {
    if (this.waiting !== null) clearInterval(this.waiting);
    this.waiting = null;
  }

  /** A checkout that rewrites hundreds of files leads to one look. */
  private readonly onEvent = (): void => {
    if (this.closed) return;
    const now = Date.now();
    if (this.quiet === null) this.latest = now + MAX_WAIT_MS;
    else clearTimeout(this.quiet);
    this.quiet = setTimeout(
      () => {
        this.quiet = null;
        this.look();
      },
      Math.max(0, Math.min(QUIET_MS, this.latest - now)),
    );
  };
}
