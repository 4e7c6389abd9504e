import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '@shared/text/uuid';
import { isMissing } from '../database/database-files';
import { isOwnerRunning, signOfOwner } from '../files/owner';

/** In place of whose it is: it is no longer under way. */
const ENDED = 'ended';

/** That something went out of another run. */
export interface UnkeptSend {
  /** Its exchange. */
  readonly id: string;
  /** When it went out, or ended (UTC, ISO 8601). */
  readonly at: string;
  /** Null where it cannot be told. */
  readonly isUnderWay: boolean | null;
}

/** What a run leaves behind that did not learn how all of its sends ended. */
export interface LeftBehind {
  /** The time that another run has to name; null where not even that something went out could be written down. */
  readonly at: string | null;
}

/**
 * That a send which may have had its effect is known to the memory of one run alone: a file for each, named by its exchange. What it was
 * is kept encrypted or nowhere, so all that other runs learn is when, and whether the process that sent it still runs.
 */
export class UnkeptSends {
  private readonly own = new Set<string>();
  /** Of this run, those that are known otherwise by now, of which nobody was told yet. */
  private readonly untold = new Set<string>();
  private readonly looked = new Set<string>();

  /** @param waitsUntilTold what became of one is told to nobody before `told` says so: a run that is killed leaves it until then. */
  constructor(
    private readonly folder: string,
    private readonly waitsUntilTold = false,
  ) {}

  async add(exchangeId: string): Promise<void> {
    this.own.add(exchangeId);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = this.path(exchangeId);
    // On a full disk it can be there all the same, and says nothing of whose it is.
    await writeFile(path, await signOfOwner(), { mode: 0o600 }).catch(async (error: unknown) => {
      await stat(path).catch(() => Promise.reject(error));
    });
    await this.makeLast(exchangeId);
  }

  /** Whether this run did not learn how it ended, and nothing else keeps it. */
  has(exchangeId: string): boolean {
    return this.own.has(exchangeId);
  }

  /** Of this run, one that is under way no longer: those that are known otherwise, or came to nothing, go with it. */
  async end(exchangeId: string, isDone: (exchangeId: string) => boolean): Promise<void> {
    const done = [...this.own].filter(isDone);
    for (const id of done) {
      this.own.delete(id);
      this.untold.add(id);
    }
    const isOpen = this.own.has(exchangeId);
    await Promise.all([isOpen && this.noteEnd(exchangeId), !this.waitsUntilTold && this.told()]);
  }

  /** Whoever waits for it knows what became of those that ended. */
  async told(): Promise<void> {
    // For as long as its file is there, it is one of this run's.
    const remove = async (id: string): Promise<void> => {
      await rm(this.path(id), { force: true });
      this.untold.delete(id);
    };
    await Promise.all([...this.untold].map(remove));
  }

  /** Null where it is known of all that this run sent how they ended. */
  async leftBehind(): Promise<LeftBehind | null> {
    if (this.own.size === 0) return null;
    const all = await this.all().catch(() => []);
    return { at: all.some(({ id }) => this.own.has(id)) ? lastOf(all) : null };
  }

  /** Somebody has looked what became of those until then. */
  async forget(until: string): Promise<void> {
    const others = await this.others();
    const looked = others.filter(({ at, isUnderWay }) => at <= until && isUnderWay !== true);
    // Also where the disk takes no change.
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
      // Its run has its answer by now.
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

  /** Whoever looked until a time that was named before it did not look for this one: a clock may have been set back. */
  private async makeLast(exchangeId: string): Promise<void> {
    const all = await this.all();
    const own = all.find(({ id }) => id === exchangeId);
    const last = lastOf(all.filter(({ id }) => id !== exchangeId));
    if (own === undefined || last === null || own.at > last) return;
    // Half a millisecond more: it is told in whole ones, whichever way a disk rounds.
    const after = (Date.parse(last) + 1.5) / 1000;
    await utimes(this.path(exchangeId), after, after);
  }

  private path(exchangeId: string): string {
    return join(this.folder, exchangeId);
  }
}

/** When the last of them was; null of none. */
export function lastOf(sends: readonly { readonly at: string }[]): string | null {
  return (
    sends
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? null
  );
}

const keyOf = ({ id, at }: Pick<UnkeptSend, 'id' | 'at'>): string => `${id} ${at}`;
