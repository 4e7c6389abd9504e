import type { DatabaseFile } from './connection';
import type { CarriedRows, Statement } from './database';
import type { DatabaseClient } from './database-client';
import type { EngineOptions } from './engine';
import { MemoryWrites, type NotedWrite } from './memory-writes';
import type { Moving } from './protocol';
import { WorkingCopy } from './working-copy';

type OpenOptions = Omit<EngineOptions, 'file'>;

/**
 * Where everything is while the app's own file cannot be used: in memory, or in a copy of the file if it can be read.
 * What is written in that time is also held here, for a process that takes over and for the file.
 */
export class SessionOnlyPlace {
  private readonly writes: MemoryWrites;
  private copy: WorkingCopy | null = null;

  constructor(maxMemoryWriteBytes?: number) {
    this.writes = new MemoryWrites(maxMemoryWriteBytes);
  }

  /** True if what the file holds is shown as well. */
  get showsKept(): boolean {
    return this.copy !== null;
  }

  /** True if something that a person has typed will be lost when the app ends. */
  get holdsTyped(): boolean {
    return this.writes.holdsTyped;
  }

  /**
   * @param statements carried out together. They are recorded as soon as they are requested, because a move into the
   * file is requested after them.
   */
  note(statements: readonly Statement[]): NotedWrite {
    return this.writes.note(statements);
  }

  /** @param file what to copy; null for memory. */
  async open(client: DatabaseClient, options: OpenOptions, file: DatabaseFile | null): Promise<void> {
    await this.dropCopy();
    if (file) this.copy = await WorkingCopy.of(file);
    try {
      await client.open({ ...options, file: this.copy?.file ?? null }, null, false);
    } catch (error) {
      if (!this.copy) throw error;
      await this.dropCopy();
      await client.open({ ...options, file: null }, null, false);
    }
  }

  /**
   * Opens the place again in a process that takes over from a dead one. Throws `why` if what was in memory is no
   * longer held.
   */
  async openAgain(client: DatabaseClient, options: OpenOptions, why: Error): Promise<void> {
    if (this.copy) {
      await client.open({ ...options, file: this.copy.file }, null, false);
      return;
    }
    const writes = this.writes.carriedOut;
    if (writes === null) throw why;
    await client.open({ ...options, file: null }, null, false);
    for (const statements of writes) await client.transaction(statements);
  }

  /** What moves from here into the file. */
  moving(carryOver: readonly CarriedRows[]): Moving {
    const isCopy = this.copy !== null;
    const { all, movingAsWritten } = this.writes;
    return { carryOver, isCopy, writes: isCopy ? (all?.flat() ?? null) : null, movingAsWritten };
  }

  async drop(): Promise<void> {
    this.writes.clear();
    await this.dropCopy();
  }

  private async dropCopy(): Promise<void> {
    const { copy } = this;
    this.copy = null;
    await copy?.remove().catch(() => undefined);
  }
}
