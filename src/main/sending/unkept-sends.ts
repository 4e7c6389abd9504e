import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '@shared/text/uuid';
import { isMissing } from '../files/file-errors';
import { isOwnerRunning, signOfOwner } from '../files/owner';

/** Replaces the owner in the file once the send is no longer under way. */
const ENDED = 'ended';

/** All that is known about a send of another run: that it went out. */
export interface UnkeptSend {
  /** The id of its exchange. */
  readonly id: string;
  /** When it went out, or ended (UTC, ISO 8601). */
  readonly at: string;
  /** Null if unknown. */
  readonly isUnderWay: boolean | null;
}

/** What a run leaves behind if it did not learn how all of its sends ended. */
export interface LeftBehind {
  /**
   * The time that another run will name to the person; null if not even the fact that something went out could be
   * written down.
   */
  readonly at: string | null;
}

/**
 * Sends that may have had an effect but are known only in the memory of one run. Each has a file named after its
 * exchange. Requests are kept encrypted or not at all, so other runs learn only when it went out, and whether the
 * process that sent it is still running.
 */
export class UnkeptSends {
  private readonly own = new Set<string>();
  /** Sends of this run that need no file any more but whose outcome nobody has been told yet. */
  private readonly untold = new Set<string>();
  private readonly looked = new Set<string>();

  /**
   * @param waitsUntilTold keeps the files until `told` is called, because nobody learns the outcome before that: if
   * the run is killed, its files stay.
   */
  constructor(
    private readonly folder: string,
    private readonly waitsUntilTold = false,
  ) {}

  async add(exchangeId: string): Promise<void> {
    this.own.add(exchangeId);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = this.path(exchangeId);
    // On a full disk the file may still have been created, without saying whose it is.
    await writeFile(path, await signOfOwner(), { mode: 0o600 }).catch(async (error: unknown) => {
      await stat(path).catch(() => Promise.reject(error));
    });
    await this.makeLast(exchangeId);
  }

  /** True if this run has not learned how the send ended and nothing else keeps it. */
  has(exchangeId: string): boolean {
    return this.own.has(exchangeId);
  }

  /** Marks a send of this run as no longer under way, and removes the files of all sends that are done. */
  async end(exchangeId: string, isDone: (exchangeId: string) => boolean): Promise<void> {
    const done = [...this.own].filter(isDone);
    for (const id of done) {
      this.own.delete(id);
      this.untold.add(id);
    }
    const isOpen = this.own.has(exchangeId);
    await Promise.all([isOpen && this.noteEnd(exchangeId), !this.waitsUntilTold && this.told()]);
  }

  /** The outcome of the ended sends has been reported, so their files are removed. */
  async told(): Promise<void> {
    // Only after the file is gone: until then it must count as one of this run's (`others`).
    const remove = async (id: string): Promise<void> => {
      await rm(this.path(id), { force: true });
      this.untold.delete(id);
    };
    await Promise.all([...this.untold].map(remove));
  }

  /** Null if this run knows how all of its sends ended, or if they are kept elsewhere. */
  async leftBehind(): Promise<LeftBehind | null> {
    if (this.own.size === 0) return null;
    const all = await this.all().catch(() => []);
    return { at: all.some(({ id }) => this.own.has(id)) ? lastOf(all) : null };
  }

  /** Somebody has checked on the sends up to this time. Those still under way stay. */
  async forget(until: string): Promise<void> {
    const others = await this.others();
    const looked = others.filter(({ at, isUnderWay }) => at <= until && isUnderWay !== true);
    // In memory as well, in case the disk is read-only.
    for (const one of looked) this.looked.add(keyOf(one));
    await Promise.all(looked.map(({ id }) => rm(this.path(id), { force: true })));
  }

  async others(): Promise<readonly UnkeptSend[]> {
    const all = (await this.all()).filter(
      (one) => !this.own.has(one.id) && !this.untold.has(one.id) && !this.looked.has(keyOf(one)),
    );
    const found = all.map(async (one) => {
      const sign = await readFile(this.path(one.id), 'utf8').catch((error: unknown) =>
        isMissing(error) ? null : '',
      );
      // The file is gone, so its run has the answer by now.
      if (sign === null) return [];
      const isUnderWay = sign === ENDED ? false : await isOwnerRunning(sign, Date.parse(one.at));
      return [{ ...one, isUnderWay }];
    });
    return (await Promise.all(found)).flat();
  }

  private async noteEnd(exchangeId: string): Promise<void> {
    await writeFile(this.path(exchangeId), ENDED, { mode: 0o600 });
    await this.makeLast(exchangeId);
  }

  private async all(): Promise<readonly Omit<UnkeptSend, 'isUnderWay'>[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const found = names.filter(isUuid).map(async (id) => {
      const file = await stat(this.path(id)).catch(() => null);
      return file === null ? [] : [{ id, at: file.mtime.toISOString() }];
    });
    return (await Promise.all(found)).flat();
  }

  /**
   * Makes this file the latest: somebody who checked up to a time named earlier did not check on this send, even if
   * the clock was set back since.
   */
  private async makeLast(exchangeId: string): Promise<void> {
    const all = await this.all();
    const own = all.find(({ id }) => id === exchangeId);
    const last = lastOf(all.filter(({ id }) => id !== exchangeId));
    if (own === undefined || last === null || own.at > last) return;
    // Half a millisecond more, because times are read in whole milliseconds and a disk may round either way.
    const after = (Date.parse(last) + 1.5) / 1000;
    await utimes(this.path(exchangeId), after, after);
  }

  private path(exchangeId: string): string {
    return join(this.folder, exchangeId);
  }
}

/** The time of the latest send; null if there are none. */
export function lastOf(sends: readonly { readonly at: string }[]): string | null {
  return (
    sends
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? null
  );
}

const keyOf = ({ id, at }: Pick<UnkeptSend, 'id' | 'at'>): string => `${id} ${at}`;
