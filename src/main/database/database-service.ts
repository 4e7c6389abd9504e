import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import {
  DatabaseError,
  type Changes,
  type Database,
  type SqlValue,
  type Statement,
  type Step,
  type StepRows,
} from './database';
import type { DatabaseClient } from './database-client';
import { DatabaseDeath } from './database-death';
import { DatabaseOpener, type DatabaseServices } from './database-opener';

/**
 * How many deaths of its process a question may survive: it is asked again after the process was replaced, and after
 * the file was rebuilt.
 */
const MAX_DEATHS = 2;

/**
 * One encrypted database, opened on first use. Its key is random and kept in the keychain. Without a keychain
 * everything stays in memory until the app ends, and the state says so; a file that cannot be written is replaced by
 * a copy until the app ends. Whatever can be read of a damaged file is copied into a new one; the damaged one is set
 * aside with its date, never deleted. A file from a newer version of the app is left alone. A process that has died
 * is replaced; a file over which two processes die of the same question counts as damaged.
 */
export class DatabaseService implements Database {
  private opening: Promise<DatabaseClient> | null = null;
  private closing: Promise<void> | null = null;
  private readonly opener: DatabaseOpener;
  /** What the disk did not accept when it was last typed. */
  private readonly refusedTyped = new Set<SqlValue | undefined>();

  constructor(services: DatabaseServices) {
    this.opener = new DatabaseOpener(services);
  }

  get state(): DatabaseState {
    return this.opener.state;
  }

  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]> {
    return this.use((client) => client.query(statement, row), true);
  }

  queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<StepRows<Row>> {
    return this.use((client) => client.queryInTurn(steps, most, row), true);
  }

  execute(statement: Statement): Promise<Changes> {
    return this.write([statement], (client) => client.execute(statement));
  }

  transaction(statements: readonly Statement[]): Promise<Changes[]> {
    return this.write(statements, (client) => client.transaction(statements));
  }

  /** @see DatabaseOpener.fileKey */
  get fileKey(): string | null {
    return this.opener.fileKey;
  }

  /** True while something that a person has typed is only in memory. */
  get losesTyped(): boolean {
    return (
      this.refusedTyped.size > 0 || (this.state.kind === 'session-only' && this.opener.sessionOnly.holdsTyped)
    );
  }

  /** Tries again to work on the file, and moves over what this run has gathered in memory. */
  async reopen(): Promise<DatabaseState> {
    const opening = this.opened();
    await opening;
    // Of several calls, only the first one reopens the database.
    if (this.opening === opening && this.state.kind === 'session-only')
      void this.startOpening(() => this.opener.open());
    await this.opened();
    return this.state;
  }

  /**
   * Called when the person begins to do something, so that an ended process starts before it is asked. Does not open
   * anything for the first time.
   */
  wake(): void {
    this.opener.client?.wake();
  }

  /**
   * Writes everything out and ends the process. Nothing opens the database again: it would write into the next run, and
   * its process would be in the way of the app's end. Whoever asks late is refused (`closed`).
   */
  close(): Promise<void> {
    const { opening } = this;
    this.opening = null;
    this.closing ??= Promise.resolve(opening)
      .catch(() => undefined)
      .then(() => this.opener.close());
    return this.closing;
  }

  private async write<T>(
    statements: readonly Statement[],
    act: (client: DatabaseClient) => Promise<T>,
  ): Promise<T> {
    const isRepeatable = statements.every(({ idempotent }) => idempotent === true);
    const typed = statements.filter((statement) => statement.typed === true);
    for (const { discards, values } of statements)
      if (discards === true) this.refusedTyped.delete(values?.[0]);
    try {
      const written = await this.use((client) => this.noted(statements, act(client)), isRepeatable);
      if (typed.length > 0) this.refusedTyped.clear();
      return written;
    } catch (error) {
      if (error instanceof DatabaseError && error.trouble === 'disk')
        for (const { values } of typed) this.refusedTyped.add(values?.[0]);
      throw error;
    }
  }

  /** A write that does not reach the file is recorded while it is under way and afterwards, unless it fails. */
  private async noted<T>(statements: readonly Statement[], writing: Promise<T>): Promise<T> {
    if (this.state.kind !== 'session-only') return writing;
    const write = this.opener.sessionOnly.note(statements);
    try {
      const written = await writing;
      write.succeeded();
      return written;
    } catch (error) {
      write.failed();
      throw error;
    }
  }

  /** @param isRepeatable true if it may be repeated although it may already have been carried out. */
  private async use<T>(act: (client: DatabaseClient) => Promise<T>, isRepeatable: boolean): Promise<T> {
    let opening = this.opened();
    let damages = 0;
    let deaths = 0;
    for (;;) {
      try {
        const answer = await act(await opening);
        if (deaths > 0) this.opener.acquit();
        return answer;
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        const { trouble } = error;
        if (trouble !== 'damaged' && trouble !== 'ended' && trouble !== 'moved') throw error;
        // Of several calls that meet the error, only the first one reopens the database; after `close` none does.
        if (this.opening === opening) void this.startOpening(() => this.opener.recover(error));
        if (this.opening === null) throw error;
        if (trouble !== 'ended' && (damages += 1) > 1) throw error;
        if (error instanceof DatabaseDeath && error.wasBegun) {
          deaths += 1;
          if (!isRepeatable || deaths > (error.how === 'silent' ? 1 : MAX_DEATHS)) throw error;
        }
        opening = this.opening;
      }
    }
  }

  private opened(): Promise<DatabaseClient> {
    if (this.closing)
      return Promise.reject(new DatabaseError('closed', 'The database is closed: the app is ending'));
    return this.opening ?? this.startOpening(() => this.opener.open());
  }

  private startOpening(open: () => Promise<DatabaseClient>): Promise<DatabaseClient> {
    const opening = open();
    this.opening = opening;
    // If it could not be opened now, the next call may open it.
    opening.catch(() => {
      if (this.opening === opening) this.opening = null;
    });
    return opening;
  }
}
