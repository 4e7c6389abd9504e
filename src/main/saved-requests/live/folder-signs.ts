import { FolderWatch, networkReason, SYSTEM, type WatchServices } from './folder-watch';

/** After the last sign of a change for so long nothing may come; but no longer than so. */
const QUIET_MS = 150;
const MAX_WAIT_MS = 1_000;

/** Says when to look at a folder again: after signs of its watchers, all that come together once, and while it is away. */
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

  /** Why it is looked at every few seconds; null while it is watched. */
  get polled(): string | null {
    return this.watch?.polled ?? null;
  }

  /** @param folders those that are there now, relative to its path. */
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

  /** It is away: nothing can be watched, and it may come back. */
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

  /** A checkout that rewrites hundreds of files is one look. */
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
