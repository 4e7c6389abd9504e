import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '@shared/text/uuid';
import { isMissing } from '../database/database-files';

/**
 * That a send which may have had its effect is known to the memory of one run alone: an empty file for each, named by its exchange. What it was
 * is kept encrypted or nowhere, so all that other runs learn is when.
 */
export class UnkeptSends {
  private readonly own = new Set<string>();

  constructor(private readonly folder: string) {}

  async add(exchangeId: string): Promise<void> {
    this.own.add(exchangeId);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await writeFile(this.path(exchangeId), '', { mode: 0o600 });
  }

  /** Whether this run leaves one, as it did not learn how it ended. */
  get hasOwn(): boolean {
    return this.own.size > 0;
  }

  /** Of this run, those that are known otherwise, or to have come to nothing. */
  async dropOwn(isDone: (exchangeId: string) => boolean): Promise<void> {
    const done = [...this.own].filter(isDone);
    for (const id of done) this.own.delete(id);
    await Promise.all(done.map((id) => rm(this.path(id), { force: true })));
  }

  /** Somebody has looked what became of those until then. */
  async forget(until: string): Promise<void> {
    const looked = (await this.others()).filter(({ at }) => at <= until);
    await Promise.all(looked.map(({ id }) => rm(this.path(id), { force: true })));
  }

  /** Of other runs, by their exchanges, and when they went out (UTC, ISO 8601). */
  async others(): Promise<readonly { readonly id: string; readonly at: string }[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    const ids = names.filter((name) => isUuid(name) && !this.own.has(name));
    const found = ids.map(async (id) => {
      // Its run may have its answer by now.
      const file = await stat(this.path(id)).catch(() => null);
      return file === null ? [] : [{ id, at: file.mtime.toISOString() }];
    });
    return (await Promise.all(found)).flat();
  }

  private path(exchangeId: string): string {
    return join(this.folder, exchangeId);
  }
}
