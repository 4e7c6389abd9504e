import { watch, type FSWatcher } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { messageOf } from '@shared/text/message-of';
import { codeOf } from '@shared/text/code-of';
import { isNetworkPath } from '../../files/network-path';

const POLL_MS = 2_000;
const MAX_WATCHED = 1_000;

export interface WatchServices {
  /** The listener is told what has changed in the folder, or the folder itself; null if the system does not say. */
  readonly watch: (
    path: string,
    listener: (event: string, name: string | null) => void,
  ) => Pick<FSWatcher, 'close' | 'on'>;
  readonly pollMs: number;
}
export const SYSTEM: WatchServices = { watch: (path, listener) => watch(path, listener), pollMs: POLL_MS };

/**
 * Tells when something in a folder may have changed. Each folder below it is watched by one watcher of the system; if
 * that fails, somebody has to look every few seconds, and `polled` says why.
 */
export class FolderWatch {
  private readonly watchers = new Map<string, Pick<FSWatcher, 'close'>>();
  private timer: ReturnType<typeof setInterval> | null = null;
  private closed = false;
  polled: string | null = null;

  constructor(
    private readonly root: string,
    private readonly onEvent: () => void,
    private readonly services: WatchServices,
  ) {}

  /** @param folders the folders that exist now, relative to the root. */
  follow(folders: readonly string[]): void {
    if (this.closed || this.polled !== null) return;
    if (folders.length > MAX_WATCHED)
      return this.poll(`it has ${folders.length} folders, and at most ${MAX_WATCHED} are watched`);
    const wanted = new Set(folders);
    for (const [folder, watcher] of this.watchers)
      if (!wanted.has(folder)) {
        watcher.close();
        this.watchers.delete(folder);
      }
    const added = folders.filter((folder) => !this.watchers.has(folder));
    for (const folder of added) if (this.polled === null) this.watchOne(folder);
    // Nobody was told of changes before the watcher was there.
    if (added.length > 0) this.onEvent();
  }

  /** Polls every few seconds from now on. */
  poll(why: string): void {
    if (this.closed || this.polled !== null) return;
    this.polled = why;
    this.closeWatchers();
    this.timer = setInterval(this.onEvent, this.services.pollMs);
  }

  close(): void {
    this.closed = true;
    this.closeWatchers();
    if (this.timer !== null) clearInterval(this.timer);
  }

  private watchOne(folder: string): void {
    try {
      const watcher = this.services.watch(join(this.root, folder), (event, name) => {
        if (event === 'rename') this.forget(folder, name);
        this.onEvent();
      });
      this.watchers.set(folder, watcher);
      watcher.on('error', (error: Error) => this.onError(folder, error));
    } catch (error) {
      this.onError(folder, error);
    }
  }

  /**
   * A watcher stays with the folder that it began with, even if another folder has its path by the next look, as after
   * a rebase. So whatever may have come or gone is watched anew, with all that is below it.
   */
  private forget(folder: string, name: string | null): void {
    const isItself = name === null || name === basename(join(this.root, folder));
    const gone = isItself ? folder : join(folder, name);
    for (const [path, watcher] of this.watchers) {
      if (gone !== '' && path !== gone && !path.startsWith(gone + sep)) continue;
      watcher.close();
      this.watchers.delete(path);
    }
  }

  /** If the folder is gone, that is not a problem: a look shows what is there. */
  private onError(folder: string, error: unknown): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
    if (this.closed) return;
    const code = codeOf(error);
    if (code === 'ENOENT' || (code === 'EPERM' && folder !== '')) return this.onEvent();
    this.poll(describe(code, error));
  }

  private closeWatchers(): void {
    for (const watcher of this.watchers.values()) watcher.close();
    this.watchers.clear();
  }
}

function describe(code: string, error: unknown): string {
  if (code === 'ENOSPC') return 'this system watches no more folders (fs.inotify.max_user_watches)';
  if (code === 'EMFILE') return 'this system opens no more watchers';
  return messageOf(error);
}

/** File systems that tell nobody of changes by another computer. */
const REMOTE =
  /^(?:nfs4?|cifs|smb[23]?|smbfs|9p|afs|ceph|glusterfs|vboxsf|vmhgfs|prl_fs|fuse\.(?:sshfs|rclone|vmhgfs-fuse|gvfsd-fuse|davfs|s3fs))$/;

/** Why a folder cannot be watched although watching it does not fail; null if it can, as far as is known. */
export async function networkReason(path: string): Promise<string | null> {
  if (process.platform === 'win32' && isNetworkPath(path)) return 'it lies on a network drive';
  if (process.platform !== 'linux') return null;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const type = fileSystemOf(path, mounts);
  return REMOTE.test(type) ? `it lies on a network drive (${type})` : null;
}

/**
 * The file system of the mount that holds the path: the longest one in `/proc/self/mountinfo`. Empty if none is known.
 */
export function fileSystemOf(path: string, mounts: string): string {
  let best = { length: -1, type: '' };
  for (const line of mounts.split('\n')) {
    const [left = '', right = ''] = line.split(' - ');
    const mount = (left.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_whole, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    );
    const holds = mount === '/' || path === mount || path.startsWith(`${mount}/`);
    // Of two mounts at the same place, the later one is visible.
    if (mount !== '' && holds && mount.length >= best.length)
      best = { length: mount.length, type: right.split(' ')[0] ?? '' };
  }
  return best.type;
}
