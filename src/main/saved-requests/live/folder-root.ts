import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ProblemError } from '@shared/problem';
import { folderGone, otherFolder } from './live-problems';

/** Identifies the folder at a path. */
interface Identity {
  readonly key: string;
  /** True if a drive is mounted there. */
  readonly isMount: boolean;
}

/** Which folder is at a path: when a drive goes away, the empty folder that it hid is there in its place. */
export class FolderRoot {
  private seen: Identity | null = null;
  /** The folder that had requests in it last. */
  private holding: string | null = null;

  /** @param wasMount true if a drive was mounted there. */
  constructor(
    private readonly path: string,
    private wasMount: boolean,
  ) {}

  get isMount(): boolean {
    return this.wasMount;
  }

  /** Rejects if there is no folder. */
  async look(): Promise<void> {
    this.seen = await identityOf(this.path);
  }

  /**
   * True if this is not the folder that was opened. A drive has another number each time that it is mounted, and a new
   * clone is another folder, so any folder with requests in it is accepted.
   * @param files how many files of requests are in it.
   */
  isOther(files: number): boolean {
    const { seen } = this;
    if (seen === null || (this.wasMount && !seen.isMount)) return true;
    if (files === 0 && this.holding !== null && this.holding !== seen.key) return true;
    this.wasMount = seen.isMount;
    if (files > 0) this.holding = seen.key;
    return false;
  }

  /** Throws a `ProblemError` if it is not the same folder as at the last look. */
  async assertSame(): Promise<void> {
    const now = await identityOf(this.path).catch((error: unknown) => {
      throw new ProblemError(folderGone(this.path, error));
    });
    if (now.key !== this.seen?.key) throw new ProblemError(otherFolder(this.path));
  }
}

async function identityOf(path: string): Promise<Identity> {
  // On Windows these have more digits than a number can hold.
  const [here, around] = await Promise.all([path, dirname(path)].map((one) => lstat(one, { bigint: true })));
  return { key: `${here?.dev} ${here?.ino}`, isMount: here?.dev !== around?.dev };
}
