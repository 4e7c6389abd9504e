import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isTaken } from './file-errors';

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The end of a temporary file's name; a run that was killed leaves one behind. */
export const PARTIAL = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.partial$/;

export interface Placing {
  /**
   * True if nothing exists at the path. If a file has appeared there since, it is not overwritten: `EEXIST` is
   * thrown.
   */
  readonly isNew?: boolean;
  /** Called right before the file gets its name; throws if it must not get it after all. */
  readonly check?: () => Promise<void>;
}

/**
 * A file that is written piece by piece. Its name refers either to the old content or to the complete new one, even
 * after a power failure: a temporary file beside it is written, flushed to disk and renamed. Readable only by this
 * person, unless another mode is given.
 */
export class AtomicFile {
  private constructor(
    private readonly path: string,
    private readonly partial: string,
    private readonly file: FileHandle,
  ) {}

  static async begin(path: string, mode = 0o600): Promise<AtomicFile> {
    const partial = `${path}.${randomUUID()}.partial`;
    return new AtomicFile(path, partial, await open(partial, 'wx', mode));
  }

  async write(content: FileContent): Promise<void> {
    await writeFile(this.file, content);
  }

  /** Gives the file its name. If that fails, the temporary file is removed. */
  async commit({ isNew = false, check }: Placing = {}): Promise<void> {
    try {
      await this.file.sync();
      await this.file.close();
      await check?.();
      await (isNew ? moveToNew : rename)(this.partial, this.path);
    } catch (error) {
      await this.abandon();
      throw error;
    }
    await syncFolder(dirname(this.path));
  }

  /** Discards what was written and leaves everything as it was. */
  async abandon(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.partial, { force: true });
  }
}

/** Writes a whole file, as `AtomicFile` does. */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  mode?: number,
  placing?: Placing,
): Promise<void> {
  const file = await AtomicFile.begin(path, mode);
  try {
    await file.write(content);
  } catch (error) {
    await file.abandon();
    throw error;
  }
  await file.commit(placing);
}

async function moveToNew(partial: string, path: string): Promise<void> {
  await nameNew(partial, path);
  // The file has its name; a leftover temporary file does no harm.
  await rm(partial, { force: true }).catch(() => undefined);
}

/**
 * Gives a file an unused name; throws `EEXIST` if the name is taken. A plain rename would overwrite. The old name may
 * remain, for the caller to remove.
 */
export async function nameNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isTaken(error)) throw error;
    await nameNewWithoutLinks(from, to);
  }
}

/** For file systems without links, such as FAT: for a moment an empty file of ours has the name. */
async function nameNewWithoutLinks(from: string, to: string): Promise<void> {
  await (await open(to, 'wx')).close();
  await rename(from, to).catch(async (error: unknown) => {
    await rm(to, { force: true });
    throw error;
  });
}

/**
 * Makes the rename itself durable. Windows cannot open folders and does not need it. If a folder cannot be flushed,
 * as on some network drives, the file has its new content anyway, so reporting a failure would be wrong.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close().catch(() => undefined);
}
