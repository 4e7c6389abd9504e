import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Exchange } from '@shared/http/exchange';
import { DATABASE_KEY } from '../../credentials/first-key';
import { DatabaseError } from '../../database/database';
import { testingReferences } from '../../secrets/testing-references';
import type { NotedHow, SentAs } from '../../sending/journal';
import { UnsettledSends } from '../../sending/unsettled-sends';
import { openTestingDatabase, type TestingDatabase } from '../../testing/testing-database';
import { HistoryRecorder } from '../history-recorder';
import { HistoryStore } from '../history-store';
import { forward, lookUp } from '../testing-exchanges';
import { recoverWrittenAhead } from './recover';
import { logName } from './write-ahead-log';

let testing: TestingDatabase;
let store: HistoryStore;
let recorder: HistoryRecorder;
/** Every write to the database waits for this. */
let gate: Promise<void>;
const gates: (() => void)[] = [];
let trouble: DatabaseError | null;
/** How many writes the database has received. */
let asked: number;

beforeEach(async () => {
  testing = openTestingDatabase();
  gate = Promise.resolve();
  trouble = null;
  asked = 0;
  start();
  await store.size();
});
afterEach(async () => {
  for (const open of gates.splice(0)) open();
  await recorder.settled();
  await testing.remove();
});

/** Returns a function that opens the gate again. */
function closeGate(): () => void {
  let open: () => void = () => undefined;
  gate = new Promise((resolve) => (open = resolve));
  gates.push(open);
  return open;
}

function start(): void {
  const mine = new HistoryStore(testing.database);
  store = mine;
  recorder = new HistoryRecorder({
    bodies: { read: () => Promise.resolve(null) },
    secrets: testingReferences(),
    store: {
      putAll: async (items) => {
        asked += 1;
        await gate;
        if (trouble) throw trouble;
        // A killed app writes nothing, even if its turn comes later.
        if (mine !== store) await new Promise(() => undefined);
        await mine.putAll(items);
      },
      putMarkings: (markings) => mine.putMarkings(markings),
    },
    log: testing.log,
    isOnDisk: () => testing.database.state.kind === 'open',
    isOpen: () => true,
    announce: () => undefined,
    report: () => undefined,
    afterEach: () => undefined,
  });
}

/** Stops all writes, as if the app had been killed; the next app then opens its database. */
async function killAndStart(): Promise<void> {
  closeGate();
  await testing.reopen();
  gate = Promise.resolve();
  start();
}

const files = (): string[] => {
  try {
    return readdirSync(testing.log.folder);
  } catch {
    return [];
  }
};
const pathOf = (name: string): string => join(testing.log.folder, name);
const bytesOf = (): number => files().reduce((sum, name) => sum + statSync(pathOf(name)).size, 0);

function note(
  { exchange, sentAs }: { exchange: Exchange; sentAs: SentAs },
  how: NotedHow = {},
): Promise<boolean> {
  return recorder.note(exchange, sentAs, how);
}

/** Notes the exchange while the database accepts nothing, so that only the log has it. */
async function noteAhead(sent: { exchange: Exchange; sentAs: SentAs }, how: NotedHow = {}): Promise<string> {
  closeGate();
  await note(sent, how);
  return sent.exchange.id;
}

function unanswered({ exchange, sentAs }: ReturnType<typeof forward>): ReturnType<typeof forward> {
  const outcome = { kind: 'unanswered', why: 'under-way', mayHaveArrived: true } as const;
  return { exchange: { ...exchange, response: null, outcome }, sentAs };
}

it('counts an exchange as noted once the log has it, and the next start finds it with contents and words', async () => {
  const id = await noteAhead(lookUp(), { isNew: true, soon: true });
  expect(await store.find(id)).toBeNull();
  await killAndStart();
  const entry = await store.find(id);
  expect(entry && (await store.read(entry.place))).not.toBeNull();
  expect(await store.indexMissing()).toBe(0);
  expect(files()).toEqual([]);
});

it('does not count an exchange as noted that neither the log nor the database has', async () => {
  let isNoted = false;
  const open = closeGate();
  const filler = 'x'.repeat(200_000);
  const noting = note(forward(`{"filler":"${filler}"}`)).then(() => (isNoted = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNoted).toBe(false);
  open();
  await noting;
  expect((await store.size()).entries).toBe(1);
  expect(files()).toEqual([]);
});

it('waits for the database if the disk refuses the log', async () => {
  let isNoted = false;
  const open = closeGate();
  // A file in place of its folder.
  writeFileSync(testing.log.folder, '');
  const noting = note(lookUp(), { isNew: true }).then(() => (isNoted = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isNoted).toBe(false);
  open();
  await noting;
  expect((await store.size()).entries).toBe(1);
});

it('keeps the newest version of an exchange, its star and its note', async () => {
  const sent = forward('{"amount":1}');
  await note(unanswered(sent), { isNew: true });
  await recorder.caughtUp();
  await store.mark(sent.exchange.id, { starred: true, note: 'mine' });
  await noteAhead(sent);
  await killAndStart();
  expect(await store.find(sent.exchange.id)).toMatchObject({
    outcome: 'answered',
    starred: true,
    note: 'mine',
  });
  // The record that a request goes out is older than its answer, whichever is found first.
  await noteAhead(unanswered(sent));
  await killAndStart();
  expect(await store.find(sent.exchange.id)).toMatchObject({ outcome: 'answered' });
});

const unsettled = {
  mark: 'the plan',
  draftId: 'a draft',
  destinationMark: null,
  contentMarks: ['written', 'sent'],
  isKnown: false,
  succeeded: false,
};
const unsettledOf = (mark: string) =>
  new UnsettledSends(testing.database).find({ mark, earlierMarks: [], draftId: 'a draft' });

it('reports a send of a killed run as possibly sent until its answer is known', async () => {
  const sent = forward('{"amount":1}');
  await noteAhead(unanswered(sent), { isNew: true, unsettled });
  await killAndStart();
  const startedAt = sent.exchange.startedAt;
  const found = (await unsettledOf('the plan')).same[0] ?? null;
  expect((await unsettledOf('another')).ofDraft).toEqual([found]);
  const imported = { mark: 'another', earlierMarks: [], contentMarks: ['sent'] };
  expect((await new UnsettledSends(testing.database).find(imported)).ofDraft).toEqual([found]);
  expect(found).toEqual({
    exchangeId: sent.exchange.id,
    startedAt,
    profileName: sent.exchange.profile.name,
  });
  await noteAhead(sent, { unsettled: { ...unsettled, isKnown: true, succeeded: true } });
  await killAndStart();
  expect(await unsettledOf('the plan')).toEqual({ same: [], ofDraft: [] });
});

it.each([
  ['before the send is noted, if the database is waited for', false],
  ['a moment after it is noted in the log', true],
] as const)('tells the database about a possibly sent request %s', async (_when, isAhead) => {
  if (!isAhead) writeFileSync(testing.log.folder, '');
  const { exchange, sentAs } = unanswered(forward('{"amount":1}'));
  expect(await note({ exchange, sentAs }, { isNew: true, unsettled })).toBe(true);
  const found = async () => (await unsettledOf('the plan')).same[0] ?? null;
  if (isAhead) await expect.poll(found).not.toBeNull();
  else expect(await found()).not.toBeNull();
  expect((await store.size()).entries).toBe(1);
});

it('does not bring back an entry that was deleted', async () => {
  const first = lookUp();
  await note(first, { isNew: true });
  const open = closeGate();
  void recorder.settled();
  await expect.poll(() => asked).toBe(1);
  const second = lookUp();
  await note(second, { isNew: true });
  // The database takes the first exchange but not the second.
  closeGate();
  open();
  await expect.poll(() => store.find(first.exchange.id)).not.toBeNull();
  await store.remove([first.exchange.id]);
  await killAndStart();
  expect(await store.find(first.exchange.id)).toBeNull();
  expect(await store.find(second.exchange.id)).not.toBeNull();
});

it('is empty once the database has everything, and gone when the app ends', async () => {
  await note(lookUp(), { isNew: true });
  expect(bytesOf()).toBeGreaterThan(0);
  await recorder.caughtUp();
  expect(bytesOf()).toBe(0);
  testing.log.close();
  expect(files()).toEqual([]);
});

it('leaves what the database did not take for the next start', async () => {
  trouble = new DatabaseError('disk', 'SQLITE_FULL');
  const sent = lookUp();
  await note(sent, { isNew: true });
  await recorder.settled();
  testing.log.close();
  expect(files()).toHaveLength(1);
  await killAndStart();
  expect(await store.find(sent.exchange.id)).not.toBeNull();
});

it('is readable by its owner only, and contains nothing in clear text', async () => {
  await noteAhead(forward('{"reference":"CANARY-BODY"}'));
  const [name = ''] = files();
  expect(statSync(pathOf(name)).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(pathOf(name)).toString('latin1');
  for (const clear of ['CANARY', 'reference', 'vault', 'http', 'answered'])
    expect(bytes).not.toContain(clear);
});

it('reports damage, and keeps the file and the other entries', async () => {
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.push(await noteAhead(lookUp(), { isNew: true }));
  const [name = ''] = files();
  const bytes = readFileSync(pathOf(name));
  const place = Math.floor(bytes.length / 2);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(pathOf(name), bytes);
  await killAndStart();
  const found = await Promise.all(ids.map((id) => store.find(id)));
  expect(found.map((entry) => entry !== null)).toEqual([true, false, true]);
  expect(testing.database.state).toMatchObject({
    kind: 'open',
    notice: expect.stringMatching(
      /could not be read in one place.*set aside as noted-[^/]*damaged[^/]*\.$/,
    ) as unknown,
    places: expect.stringMatching(/write-ahead.noted-.*damaged/) as unknown,
  });
  expect(files()).toEqual([expect.stringContaining('.damaged-')]);
  // The missing record may have said that a charge went out, so each send is asked about until the person confirms
  // that they have checked.
  const { lostAt } = await new UnsettledSends(testing.database).find({ mark: 'a charge', earlierMarks: [] });
  expect(lostAt).toMatch(/^\d{4}-.*Z$/);
});

it('keeps the others if the database refuses one, reports it, and knows that each may have been sent', async () => {
  const ids = [];
  for (let count = 0; count < 3; count += 1) {
    const unsettled = { mark: `plan ${count}`, draftId: null, destinationMark: null, contentMarks: [] };
    const how = { isNew: true, unsettled: { ...unsettled, isKnown: false, succeeded: false } };
    ids.push(await noteAhead(unanswered(forward('1')), how));
  }
  await testing.database.execute({
    sql: `CREATE TRIGGER refuses BEFORE INSERT ON exchanges WHEN NEW.id = '${ids[1]}' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  });
  await killAndStart();
  const found = await Promise.all(ids.map((id) => store.find(id)));
  expect(found.map((entry) => entry !== null)).toEqual([true, false, true]);
  const state = { kind: 'open', notice: expect.stringMatching(/could not be read in one place/) as unknown };
  expect(testing.database.state).toMatchObject(state);
  const sends = new UnsettledSends(testing.database);
  for (const [count, id] of ids.entries()) {
    const { same } = await sends.find({ mark: `plan ${count}`, earlierMarks: [] });
    expect(same).toMatchObject([{ exchangeId: id }]);
  }
});

it('leaves the log of another running app and of another key alone', async () => {
  const key = 'ab'.repeat(32);
  const run = '00000000-0000-4000-8000-000000000001';
  await noteAhead(lookUp());
  // This process's parent is alive.
  const living = logName(key, process.ppid, run);
  const other = logName('cd'.repeat(32), 1, run);
  for (const name of [living, other]) writeFileSync(pathOf(name), '');
  await recoverWrittenAhead(testing.database, key, { log: testing.log, isOnlyWriter: false });
  expect(files()).toEqual(expect.arrayContaining([living, other]));
  await recoverWrittenAhead(testing.database, key, { log: testing.log, isOnlyWriter: true });
  expect(files()).not.toContain(living);
  expect(files()).toContain(other);
});

it('goes on if the app takes over the log that the command line has just read', async () => {
  await noteAhead(unanswered(forward('1')));
  const [own = ''] = files();
  const others = (): string[] => files().filter((name) => name !== own);
  copyFileSync(
    pathOf(own),
    pathOf(own.replace(/-\d+-.*$/, '-99999999-00000000-0000-4000-8000-000000000001')),
  );
  const query = vi.spyOn(testing.database, 'query').mockImplementation(() => {
    for (const name of others()) rmSync(pathOf(name));
    return Promise.resolve([]);
  });
  const options = { log: testing.log, isOnlyWriter: false };
  const key = (await testing.keychain.get(DATABASE_KEY)) ?? '';
  expect(await recoverWrittenAhead(testing.database, key, options)).toEqual([]);
  expect(query).toHaveBeenCalled();
});

it('keeps no log for what stays in memory', async () => {
  await testing.remove();
  testing = openTestingDatabase();
  start();
  testing.keychain.trouble = 'locked';
  const sent = lookUp();
  await note(sent, { isNew: true });
  expect(await store.find(sent.exchange.id)).not.toBeNull();
  expect(testing.database.state.kind).toBe('session-only');
  await note(lookUp(), { isNew: true });
  expect(files()).toEqual([]);
  const count = z.object({ entries: z.number() });
  expect(await testing.database.query({ sql: 'SELECT count(*) AS entries FROM exchanges' }, count)).toEqual([
    { entries: 2 },
  ]);
});
