import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ProblemError } from '@shared/problem';
import { folderGone, otherFolder } from './live-problems';

/** Of the folder at a path. */
interface Identity {
  readonly key: string;
  /** A drive begins there. */
  readonly isMount: boolean;
}

/** Which folder lies at a path: where a drive goes away, the empty folder that it hid is there in its place. */
export class FolderRoot {
  private seen: Identity | null = null;
  /** The one in which there were requests last. */
  private holding: string | null = null;

  /** @param wasMount a drive began there. */
  constructor(
    private readonly path: string,
    private wasMount: boolean,
  ) {}

  get isMount(): boolean {
    return this.wasMount;
  }

  /** Rejects when there is none. */
  async look(): Promise<void> {
    this.seen = await identityOf(this.path);
  }

  /**
   * True where it is not the one that was opened. A drive has another number each time that it comes, and a clone that is
   * made anew is another folder: one with requests in it is taken.
   * @param files of requests that are in it.
   */
  isOther(files: number): boolean {
    const { seen } = this;
    if (seen === null || (this.wasMount && !seen.isMount)) return true;
    if (files === 0 && this.holding !== null && this.holding !== seen.key) return true;
    this.wasMount = seen.isMount;
    if (files > 0) this.holding = seen.key;
    return false;
  }

  /** Throws a `ProblemError` where it is another one than at the last look. */
  async assertSame(): Promise<void> {
    const now = await identityOf(this.path).catch((error: unknown) => {
      throw new ProblemError(folderGone(this.path, error));
    });
    if (now.key !== this.seen?.key) throw new ProblemError(otherFolder(this.path));
  }
}

async function identityOf(path: string): Promise<Identity> {
  // Of more digits than a number has, on Windows.
  const [here, around] = await Promise.all([path, dirname(path)].map((one) => lstat(one, { bigint: true })));
  return { key: `${here?.dev} ${here?.ino}`, isMount: here?.dev !== around?.dev };
}
