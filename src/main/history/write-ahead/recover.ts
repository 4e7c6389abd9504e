import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isOfDisk, type Database } from '../../database/database';
import { keyId, type FileNotice } from '../../database/database-files';
import { isMissing } from '../../files/file-errors';
import { isOtherLivingProcess } from '../../files/leftovers';
import { moveAside } from '../../files/move-damaged-file';
import { lostSends } from '../../sending/lost-history';
import { markUnsettled, unsettledSendOf } from '../../sending/unsettled-mark';
import { HistoryStore } from '../history-store';
import { describeCutOff } from './cut-off-sends';
import { readRecord, type NotedRecord } from './noted-record';
import { openRecords, recordKey } from './sealed-records';
import { logName, type WriteAheadLog } from './write-ahead-log';

/** How many records are put into the database in one go. */
const PUT_AT_ONCE = 50;

export interface RecoveryOptions {
  readonly log: WriteAheadLog;
  /** True if only one process at a time keeps such a log, and it is this one: any other log was left behind. */
  readonly isOnlyWriter: boolean;
  /**
   * True if the database is a copy of one that cannot be written, and will disappear when the app ends: the logs then
   * stay where they are.
   */
  readonly isCopy?: boolean;
}

/**
 * Puts into the database what earlier runs had noted ahead of it. Must be called before anything else reads the
 * database, so that the history, its search and the check for unsettled sends miss nothing. Returns sentences about
 * what could not be read, and about the requests that were under way when a run was killed.
 */
export async function recoverWrittenAhead(
  database: Database,
  key: string,
  options: RecoveryOptions,
): Promise<FileNotice[]> {
  const notices: FileNotice[] = [];
  const left = await leftBehind(key, options);
  for (const path of options.isCopy === true ? left : await takeOver(key, left)) {
    const { noted, damaged } = readLog(await readFile(path), key);
    const lost = damaged + (await putAll(database, noted));
    // Before the file is moved: if the app is killed in between, the next start does both.
    if (lost > 0) await database.execute(lostSends.mark(new Date().toISOString()));
    if (options.isCopy === true) continue;
    if (lost === 0) {
      // The command line leaves an empty one, by which the app knows what it has to say.
      await (options.isOnlyWriter ? rm(path, { force: true }) : empty(path));
      continue;
    }
    const aside = await moveAside(path, 'damaged', new Date());
    notices.push({
      words: `What the app had noted last before it ended could not be read in ${lost === 1 ? 'one place' : `${lost} places`}: exchanges may be missing from the history. Before a request that may do something a second time, you are asked, until you say there that you have checked. The rest was kept, and the file was set aside as ${basename(aside)}.`,
      place: aside,
    });
  }
  // A run that ends by itself leaves no log, so this is said once, by the app.
  const isSaid = options.isOnlyWriter && left.length > 0;
  const cutOff = isSaid ? await describeCutOff(database, new HistoryStore(database)) : null;
  return cutOff === null ? notices : [{ words: cutOff }, ...notices];
}

/** The logs of runs that have ended. */
async function leftBehind(key: string, { log, isOnlyWriter }: RecoveryOptions): Promise<string[]> {
  const names = await readdir(log.folder).catch(() => []);
  const pattern = new RegExp(`^noted-${keyId(key)}-(\\d+)-[0-9a-f-]{36}$`);
  return names
    .filter((name) => {
      const owner = pattern.exec(name)?.[1];
      return (
        owner !== undefined && !log.isOwn(name) && (isOnlyWriter || !isOtherLivingProcess(Number(owner)))
      );
    })
    .map((name) => join(log.folder, name));
}

/**
 * Two processes may find the same file at once, but only one of them can rename it. If that one dies, the next run
 * takes the file over.
 */
async function takeOver(key: string, left: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const from of left) {
    const path = join(dirname(from), logName(key, process.pid, randomUUID()));
    try {
      await rename(from, path);
      taken.push(path);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return taken;
}

/** An app that starts meanwhile may have taken it over. */
async function empty(path: string): Promise<void> {
  try {
    await truncate(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function readLog(bytes: Buffer, key: string): { readonly noted: NotedRecord[]; readonly damaged: number } {
  const opened = openRecords(recordKey(key), bytes);
  const noted = new Map<number, NotedRecord>();
  let { damaged } = opened;
  for (const { number, plain } of opened.records) {
    try {
      const read = readRecord(plain);
      if (read.kind === 'noted') noted.set(number, read.noted);
      else for (const settled of read.numbers) noted.delete(settled);
    } catch {
      damaged += 1;
    }
  }
  return { noted: [...noted.values()], damaged };
}

/** Returns how many records the database refused; a refused record does not stop the others. */
async function putAll(database: Database, noted: readonly NotedRecord[]): Promise<number> {
  const store = new HistoryStore(database);
  let refused = 0;
  for (let from = 0; from < noted.length; from += PUT_AT_ONCE) {
    const some = noted.slice(from, from + PUT_AT_ONCE);
    for (const { kept, unsettled } of some) {
      if (unsettled === null) continue;
      await database.transaction(markUnsettled(unsettled, unsettledSendOf(kept.record)));
    }
    const isNewer = await Promise.all(
      some.map(async ({ kept: { record } }) => {
        // The record that a request is going out is older than anything else known about it.
        return record.outcome.kind !== 'unanswered' || (await store.find(record.id)) === null;
      }),
    );
    const newer = some.filter((_, index) => isNewer[index]);
    if (await isPut(store, newer)) continue;
    for (const one of newer) if (!(await isPut(store, [one]))) refused += 1;
  }
  return refused;
}

async function isPut(store: HistoryStore, noted: readonly NotedRecord[]): Promise<boolean> {
  try {
    await store.putAll(noted);
    return true;
  } catch (error) {
    if (isOfDisk(error)) throw error;
    return false;
  }
}
