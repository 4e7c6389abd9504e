import { basename } from 'node:path';
import type { DatabaseFile } from './connection';
import { DatabaseError, type Migration, type Statement } from './database';
import { DatabaseClient, type AnswerLimits, type StartDatabaseProcess } from './database-client';
import { DatabaseDeath } from './database-death';
import {
  finishRebuild,
  moveDatabaseAside,
  noteLost,
  rebuildPath,
  removeDatabase,
  type AsideReason,
  type FileNotice,
} from './database-files';
import { describeSalvage, isComplete, type TableInWords } from './describe-salvage';
import { onDisk } from './on-disk';
import type { SalvagedTable } from './salvage';

export interface RebuildServices {
  readonly migrations: readonly Migration[];
  /** What a person calls the rows of a table, for reporting what was saved from a damaged file. */
  readonly tableNames?: readonly TableInWords[];
  /**
   * A table whose rows must not be lost silently, and the statement that tells the new file that some could not be
   * read.
   */
  readonly whenLost?: { readonly table: string; readonly mark: (at: string) => Statement };
  readonly startProcess: StartDatabaseProcess;
  readonly answerLimits?: AnswerLimits;
  /** The process ends after this long without a question, in ms. */
  readonly idleMs?: number;
  /** Called when a side task failed, such as a process that ended although nobody had asked it to. */
  readonly report?: (where: string, error: unknown) => void;
  readonly now?: () => Date;
}

export function startClient({ startProcess, answerLimits, idleMs, report }: RebuildServices): DatabaseClient {
  return new DatabaseClient({
    start: startProcess,
    limits: answerLimits,
    idleMs,
    onDeath: (death) => report?.('database', death),
  });
}

/**
 * Replaces a damaged database with a new one that has what can be read of it, and returns messages about it. Nothing
 * may have the file open.
 */
export async function rebuildDatabase(
  file: DatabaseFile,
  damage: DatabaseError,
  services: RebuildServices,
): Promise<FileNotice> {
  const tables = await salvageOnceMore(file, services);
  if (tables === null) return setDatabaseAside(file.path, damage.message, services);
  if (tables.some(({ name, lost }) => name === services.whenLost?.table && lost !== 0))
    await onDisk(() => noteLost(file.path));
  const aside = await moveAside(file.path, isComplete(tables) ? 'before-rebuild' : 'damaged', services);
  await addLateWrites({ path: aside, key: file.key }, rebuildPath(file.path), tables, services);
  await onDisk(() => finishRebuild(file.path));
  const cause = damage instanceof DatabaseDeath ? 'deaths' : 'damage';
  const salvaged = { tables, aside: basename(aside), why: damage.message, cause } as const;
  return { words: describeSalvage(salvaged, services.tableNames ?? []), place: aside };
}

/** Moves a database that cannot be opened out of the way, and returns messages about it. */
export async function setDatabaseAside(
  path: string,
  why: string,
  services: RebuildServices,
): Promise<FileNotice> {
  await onDisk(() => noteLost(path));
  const aside = await moveAside(path, 'damaged', services);
  const words = `The database of history and saved requests could not be opened (${why}). It was set aside as ${basename(aside)}, and the app starts with an empty one. Which sends have no known outcome is lost with it: before a request that may do something a second time, you are asked, until you say there that you have checked.`;
  return { words, place: aside, hidesAll: true };
}

/** If the process dies, another one tries once more. Null if nothing can be read. */
async function salvageOnceMore(
  file: DatabaseFile,
  services: RebuildServices,
): Promise<readonly SalvagedTable[] | null> {
  try {
    return await salvage(file, services);
  } catch (error) {
    if (error instanceof DatabaseDeath && error.how === 'died') return salvage(file, services);
    throw error;
  }
}

async function salvage(
  file: DatabaseFile,
  services: RebuildServices,
): Promise<readonly SalvagedTable[] | null> {
  const to = rebuildPath(file.path);
  const client = startClient(services);
  try {
    await onDisk(() => removeDatabase(to));
    const tables = await client.salvage(file, to, services.migrations);
    return isComplete(tables) || tables.some(({ saved }) => saved > 0) ? tables : null;
  } catch (error) {
    if (error instanceof DatabaseError && error.trouble === 'damaged') return null;
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Another process, such as the command line, may have written to the file while it was copied, for example that a
 * charge is out. It no longer writes there since the file was renamed. A failure here does not affect what was
 * copied.
 */
async function addLateWrites(
  aside: DatabaseFile,
  to: string,
  tables: readonly SalvagedTable[],
  services: RebuildServices,
): Promise<void> {
  const client = startClient(services);
  try {
    await client.salvage(aside, to, services.migrations, tables);
  } catch (error) {
    services.report?.('database', error);
  } finally {
    await client.end();
  }
}

function moveAside(path: string, reason: AsideReason, { now }: RebuildServices): Promise<string> {
  return onDisk(() => moveDatabaseAside(path, reason, now?.() ?? new Date()));
}
