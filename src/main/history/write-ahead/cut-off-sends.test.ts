import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { markUnsettled, unsettledSendOf } from '../../sending/unsettled-mark';
import { openTestingDatabase, type TestingDatabase } from '../../testing/testing-database';
import { HistoryStore } from '../history-store';
import { forward, prepared } from '../testing-exchanges';
import { recoverWrittenAhead } from './recover';
import { logName } from './write-ahead-log';

const KEY = 'ab'.repeat(32);
/** The id of no process: greater than Linux and macOS give. */
const NOBODY = 99_999_999;
const CUT_OFF = { kind: 'unanswered', why: 'under-way', mayHaveArrived: true } as const;

let testing: TestingDatabase;
let store: HistoryStore;

beforeEach(() => {
  testing = openTestingDatabase();
  store = new HistoryStore(testing.database);
});
afterEach(() => testing.remove());

/** A send that an earlier run kept, with an outcome that is not known. */
async function send(startedAt: string, outcome: Exchange['outcome'] = CUT_OFF): Promise<string> {
  const { exchange, sentAs } = forward('{"amount":1}');
  const sent = { ...exchange, id: randomUUID(), startedAt, response: null, outcome };
  const mark = { mark: sent.id, draftId: null, destinationMark: null, contentMarks: [] };
  const marking = markUnsettled({ ...mark, isKnown: false, succeeded: false }, unsettledSendOf(sent));
  const put = await prepared([{ exchange: sent, sentAs }]);
  await store.putAll(put.map((one) => ({ ...one, marking })));
  return sent.id;
}

/** Only a run that was killed leaves a log. */
function leaveLog(): void {
  mkdirSync(testing.log.folder, { recursive: true });
  writeFileSync(join(testing.log.folder, logName(KEY, NOBODY, randomUUID())), '');
}

/** What is said when the app starts next. */
function saidAfterKill(): Promise<readonly string[]> {
  leaveLog();
  return said();
}

/** @param isOnlyWriter false for the command line. */
async function said(isOnlyWriter = true): Promise<readonly string[]> {
  const notices = await recoverWrittenAhead(testing.database, KEY, { log: testing.log, isOnlyWriter });
  return notices.map(({ words }) => words);
}

it('names the request that was under way when the app was killed, once', async () => {
  await send('2026-11-21T10:00:00.000Z');
  expect(await saidAfterKill()).toEqual([
    'The app ended while 1 request that may have an effect was under way: POST to psp.example, 21 Nov 2026 10:00 UTC, under Sandbox EU. No answer says whether it was carried out. Open it in History: it says what was sent and what to do next.',
  ]);
  expect(await said()).toEqual([]);
});

it('leaves it to the app to say so if a command is run in between', async () => {
  await send('2026-11-21T10:00:00.000Z');
  leaveLog();
  expect(await said(false)).toEqual([]);
  expect(await said(false)).toEqual([]);
  expect(await said()).toHaveLength(1);
  expect(await said()).toEqual([]);
});

it('counts several, and names the last', async () => {
  await send('2026-11-21T10:00:00.000Z');
  await send('2026-11-21T11:30:00.000Z');
  expect(await saidAfterKill()).toEqual([
    expect.stringMatching(
      /^The app ended while 2 requests that .* the last one POST to psp\.example, 21 Nov 2026 11:30 UTC/,
    ),
  ]);
});

it('says nothing of one whose outcome somebody has noted, or that failed before the app ended', async () => {
  const noted = await send('2026-11-21T10:00:00.000Z');
  await store.mark(noted, { notedOutcome: 'not-carried-out' });
  await send('2026-11-21T10:00:01.000Z', {
    kind: 'failed',
    failure: 'reset',
    detail: 'socket hang up',
    mayHaveArrived: true,
  });
  expect(await saidAfterKill()).toEqual([]);
});
