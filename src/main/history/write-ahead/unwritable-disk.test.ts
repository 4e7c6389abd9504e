import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { StartDatabaseProcess } from '../../database/database-client';
import type { DatabaseQuestion } from '../../database/protocol';
import { testingReferences } from '../../secrets/testing-references';
import { unsettledSendOf, type UnsettledMark } from '../../sending/unsettled-mark';
import { UnsettledSends } from '../../sending/unsettled-sends';
import { openTestingDatabase, startHere, type TestingDatabase } from '../../testing/testing-database';
import { HistoryStore } from '../history-store';
import { keepExchange } from '../keep-exchange';
import { forward } from '../testing-exchanges';

const MARK: UnsettledMark = {
  mark: 'a charge',
  draftId: null,
  destinationMark: null,
  contentMarks: [],
  isKnown: false,
  succeeded: false,
};
const sent = forward('{"amount":1}');
const plan = { ...MARK, earlierMarks: [], profile: { environment: 'sandbox' } } as never;

let testing: TestingDatabase;
let isRefused: (question: DatabaseQuestion) => boolean;

/** A database process whose disk refuses some requests. */
const startOnDisk: StartDatabaseProcess = (listeners) => {
  const running = startHere(listeners);
  return {
    ...running,
    send: (question) =>
      isRefused(question)
        ? listeners.onMessage({ ok: false, trouble: 'disk', message: 'SQLITE_FULL' })
        : running.send(question),
  };
};

/** An app was killed after noting a charge ahead of its database. */
beforeEach(async () => {
  isRefused = () => false;
  testing = openTestingDatabase(startOnDisk);
  await new HistoryStore(testing.database).size();
  const bodies = { read: () => Promise.resolve(null) };
  const kept = await keepExchange(sent.exchange, sent.sentAs, { bodies, secrets: testingReferences() });
  testing.log.append({ kept, replayOf: null, unsettled: MARK });
});
afterEach(() => testing.remove());

/** Starts the next app; returns the sends that it finds, and whether one may be hidden from it. */
async function start() {
  await testing.reopen();
  await testing.database.query({ sql: 'SELECT 1' }, z.unknown());
  const sends = new UnsettledSends(testing.database);
  const { same } = await sends.find(MARK as never);
  return { same: same.map(({ exchangeId }) => exchangeId), mayHideOne: sends.mayHideOne(plan) };
}
const isOfFile = (question: DatabaseQuestion): boolean =>
  question.kind === 'open' && question.options.file?.path.startsWith(testing.folder) === true;
const isNoted = async (): Promise<boolean> =>
  (await new HistoryStore(testing.database).find(sent.exchange.id)) !== null;
const id = unsettledSendOf(sent.exchange).exchangeId;

it('is known if the next app works on a copy of its file, and kept for one that can write', async () => {
  isRefused = isOfFile;
  expect(await start()).toEqual({ same: [id], mayHideOne: false });
  expect(testing.database.state).toMatchObject({ kind: 'session-only', showsKept: true });
  expect(await isNoted()).toBe(true);
  isRefused = () => false;
  expect(await start()).toEqual({ same: [id], mayHideOne: false });
  expect(await isNoted()).toBe(true);
  expect(readdirSync(testing.log.folder)).toEqual([]);
});

it('is in the file once that can be written again in the same run', async () => {
  isRefused = isOfFile;
  await start();
  isRefused = () => false;
  expect(await testing.database.reopen()).toMatchObject({ kind: 'open' });
  expect(await isNoted()).toBe(true);
  expect(readdirSync(testing.log.folder)).toEqual([]);
});

it.each(['the file', 'a copy of it'])(
  'is reported as possibly missing if %s refuses it, until one takes it',
  async (where) => {
    const isCopy = where !== 'the file';
    isRefused = (question) => question.kind === 'transaction' || (isCopy && isOfFile(question));
    expect(await start()).toEqual({ same: [], mayHideOne: true });
    const said = expect.stringContaining('What the app had noted last before it ended') as unknown;
    expect(testing.database.state).toMatchObject(
      isCopy ? { kind: 'session-only', detail: said } : { kind: 'open', notice: said },
    );
    isRefused = () => false;
    expect(await start()).toEqual({ same: [id], mayHideOne: false });
    expect(testing.database.state).toEqual({ kind: 'open', notice: null });
  },
);
