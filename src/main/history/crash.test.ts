import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { DatabaseService } from '../database/database-service';
import { migrations, rowsToCarryOver } from '../schema';
import { buildEntries } from '../testing/build-entries';
import { startHere } from '../testing/testing-database';
import { DraftStore } from '../drafts/draft-store';
import { testingReferences } from '../secrets/testing-references';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { recoverWrittenAhead } from './write-ahead/recover';
import { WriteAheadLog } from './write-ahead/write-ahead-log';

/** Random moments, others for each commit; `npm run test:crash` takes more of them. */
const KILLS = Number(process.env.CRASH_KILLS ?? 20);
/**
 * Longest time in ms from the first output to the kill, so that kills happen anywhere from before the first exchange
 * to after hundreds of them.
 */
const MAX_LIFETIME_MS = 250;

let folder: string;
let path: string;
const key = randomBytes(32).toString('hex');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  path = join(folder, 'explorer.db');
  await buildEntries(folder, {
    app: 'src/main/history/testing-crash-app.ts',
    database: 'src/main/database/database-process.ts',
  });
});
afterAll(() => rm(folder, { recursive: true }));

interface Told {
  readonly exchanges: string[];
  /** The longest text of each draft that was reported as kept. */
  readonly drafts: Map<string, number>;
  readonly errors: string[];
}

/** Lets the app run, kills it this many ms after its first output, and returns what it has printed. */
function runUntilKilled(lifeMs: number): Promise<Told> {
  const child = spawn(process.execPath, [join(folder, 'app.cjs'), join(folder, 'database.cjs'), path, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  return new Promise((done, fail) => {
    child.stdout.on('data', (part: Buffer) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), lifeMs);
      text += part.toString();
    });
    child.once('error', fail);
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') done(readTold(text));
      else fail(new Error(`it ended by itself: ${text.slice(-500)}`));
    });
  });
}

/** Ignores a last line that was cut off. */
function readTold(text: string): Told {
  const told: Told = { exchanges: [], drafts: new Map(), errors: [] };
  for (const line of text.split('\n').slice(0, -1)) {
    const [what, id = '', length = ''] = line.split(' ');
    if (what === 'exchange') told.exchanges.push(id);
    else if (what === 'draft') told.drafts.set(id, Number(length));
    else told.errors.push(line);
  }
  return told;
}

async function inspect(check: (database: DatabaseService) => Promise<void>): Promise<void> {
  const log = new WriteAheadLog(join(folder, 'write-ahead'), () => database.fileKey);
  const database: DatabaseService = new DatabaseService({
    path,
    migrations,
    carryOver: rowsToCarryOver,
    secretStore: { get: () => Promise.resolve(key), set: () => Promise.resolve() },
    startProcess: startHere,
    announce: () => undefined,
    beforeUse: (opened, fileKey) => recoverWrittenAhead(opened, fileKey, { log, isOnlyWriter: true }),
  });
  try {
    await check(database);
    expect(database.state).toEqual({ kind: 'open', notice: null });
  } finally {
    await database.close();
  }
}

describe('kill -9', () => {
  it(`${KILLS} times, during noting and typing, loses nothing acknowledged, and leaves the database sound`, async () => {
    const exchanges: string[] = [];
    const drafts = new Map<string, number>();
    const lives = fc.sample(fc.integer({ min: 0, max: MAX_LIFETIME_MS }), KILLS);
    for (const life of lives) {
      const told = await runUntilKilled(life);
      expect(told.errors).toEqual([]);
      exchanges.push(...told.exchanges);
      for (const [id, length] of told.drafts) drafts.set(id, length);
      await inspect(async (database) => {
        const sound = z.object({ integrity_check: z.string() });
        expect(await database.query({ sql: 'PRAGMA integrity_check' }, sound)).toEqual([
          { integrity_check: 'ok' },
        ]);
        const store = new HistoryStore(database);
        for (const id of told.exchanges) {
          const entry = await store.find(id);
          expect([id, entry !== null && (await store.read(entry.place)) !== null]).toEqual([id, true]);
        }
        const draftList = await new DraftStore(database, testingReferences(), async () => false).open();
        for (const [id, length] of told.drafts) {
          const kept = draftList.drafts.find((draft) => draft.id === id);
          expect(kept?.draft.body.length).toBeGreaterThanOrEqual(length);
        }
      });
    }
    expect(drafts.size).toBeGreaterThan(KILLS / 2);
    await inspect(async (database) => {
      const store = new HistoryStore(database);
      const { entries } = await store.size();
      expect(entries).toBeGreaterThanOrEqual(exchanges.length);
      // The counts maintained by triggers agree with the entries.
      const there = { sql: 'SELECT count(*) AS entries FROM exchanges' };
      expect(await database.query(there, z.object({ entries: z.number() }))).toEqual([{ entries }]);
      // Everything is in the index exactly once.
      const search = new HistorySearch(database, store);
      const found = await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'sandbox' });
      expect(found?.total).toBe(entries);
      const index = { sql: "INSERT INTO exchange_words (exchange_words) VALUES ('integrity-check')" };
      await database.execute(index);
    });
  });
});
