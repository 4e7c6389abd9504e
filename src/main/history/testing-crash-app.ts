import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseService } from '../database/database-service';
import { forkStarter } from '../processes/fork-process';
import { migrations, rowsToCarryOver } from '../schema';
import { DraftStore } from '../drafts/draft-store';
import { HistoryRecorder } from './history-recorder';
import { HistoryStore } from './history-store';
import { testingReferences } from '../secrets/testing-references';
import { forward, lookUp } from './testing-exchanges';
import { recoverWrittenAhead } from './write-ahead/recover';
import { WriteAheadLog } from './write-ahead/write-ahead-log';

/**
 * The app that the crash test kills: it notes exchanges and keeps a draft as fast as the database allows, and prints
 * each on standard output the moment it counts as kept. Arguments: the file of the database process, the database,
 * its key.
 */
const [, , processFile = '', path = '', key = ''] = process.argv;

function tell(words: string): void {
  // Synchronous, so that a kill loses no printed line.
  writeSync(1, `${words}\n`);
}

const log = new WriteAheadLog(join(dirname(path), 'write-ahead'), () => database.fileKey);
const database: DatabaseService = new DatabaseService({
  path,
  migrations,
  carryOver: rowsToCarryOver,
  secretStore: { get: () => Promise.resolve(key), set: () => Promise.resolve() },
  startProcess: forkStarter(processFile),
  announce: () => undefined,
  beforeUse: (opened, fileKey) => recoverWrittenAhead(opened, fileKey, { log, isOnlyWriter: true }),
});
const bodies = { facts: () => null, read: () => Promise.resolve(null) };
const references = testingReferences();
const recorder = new HistoryRecorder({
  bodies,
  secrets: references,
  store: new HistoryStore(database),
  log,
  isOpen: () => true,
  isOnDisk: () => database.state.kind === 'open',
  announce: () => undefined,
  report: (_where, error) => tell(`error ${String(error)}`),
  afterEach: () => undefined,
});
const drafts = new DraftStore(database, references, async () => false);
const draftId = randomUUID();

async function exchangeOn(): Promise<void> {
  for (let number = 0; ; number += 1) {
    const { exchange, sentAs } = number % 2 === 0 ? lookUp() : forward(`{"number":${number}}`.repeat(50));
    await recorder.note(exchange, sentAs);
    tell(`exchange ${exchange.id}`);
  }
}

async function typeOn(): Promise<void> {
  for (let length = 1; ; length += 1) {
    await drafts.keep(draftId, { profileId: 'p', body: 'x'.repeat(length) });
    tell(`draft ${draftId} ${length}`);
  }
}

void exchangeOn();
void typeOn();
