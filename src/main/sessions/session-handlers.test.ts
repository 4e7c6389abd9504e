import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BridgeEvents } from '@shared/bridge/events';
import type { SessionLine } from '@shared/history/session-outcome';
import { fullSession } from '@contract/testing/sessions';
import { type Profile } from '@shared/profiles/profile';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { sessionHandlers } from './session-handlers';
import { declined, type Question } from '@shared/questions/question';
import { KeptLists } from './kept-lists';
import { RecentSessions } from './recent-sessions';
import { testingProfile } from '@shared/testing/testing-profile';

const A = '11111111-0000-4000-8000-000000000001';
const B = '22222222-0000-4000-8000-000000000002';
const FOUND = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}';
const jsonAnswer = (body: string): string =>
  `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const answer = (status: number, retryAfter: string): string =>
  `HTTP/1.1 ${status} No\r\nconnection: close\r\nretry-after: ${retryAfter}\r\ncontent-length: 0\r\n\r\n`;

let harness: Harness;
let testing: TestingDatabase;
let server: RawServer;
let app: TestingSender;
/** What the service answers to the next requests for a session; null: nothing, for ever. */
let answers: Map<string, (string | null)[]>;
beforeEach(async () => {
  harness = await openHarness();
  testing = openTestingDatabase();
  answers = new Map();
  server = await startRawServer((socket, bytes) => {
    if (!isWholeRequest(bytes)) return;
    const id = /sessions\/([^ ]+)/.exec(bytes.toString('latin1'))?.[1] ?? '';
    const next = answers.get(id)?.shift();
    if (next !== null) socket.end(next ?? FOUND);
  });
});
afterEach(async () => {
  await server.close();
  await testing.remove();
  await harness.close();
});

function open(
  recent = new RecentSessions(testing.database),
  changes: Partial<Profile> = {},
  others: readonly Profile[] = [],
) {
  const profile: Profile = testingProfile({
    id: 'p',
    name: 'A profile',
    baseUrl: server.url,
    merchantAccountId: null,
    ...changes,
  });
  const questions: Question[] = [];
  const calls = new RunningCalls();
  const progress: (string | null)[] = [];
  const lines: SessionLine[] = [];
  const beginnings: BridgeEvents['sessionBegins'][] = [];
  app = testingSender(harness, testing, {
    now: Date.now,
    findProfile: (id) => Promise.resolve(others.find((other) => other.id === id) ?? profile),
    tellProgress: (_callId, note) => progress.push(note),
  });
  const reports: string[] = [];
  const handlers = sessionHandlers({
    sender: app.sender,
    reader: app.reader,
    calls,
    recent,
    keptLists: new KeptLists(testing.database),
    openRecorded: () => Promise.resolve(null),
    listProfiles: () => Promise.resolve(others),
    ask: (question) => {
      questions.push(question);
      return Promise.resolve(declined);
    },
    activeProfile: () => Promise.resolve(profile),
    tellProgress: (_callId, note) => progress.push(note),
    tellLines: (event) => lines.push(...event.lines),
    tellBeginning: (event) => beginnings.push(event),
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  });
  const lookUpMany = (callId: string, ...sessionIds: string[]) =>
    Promise.resolve(handlers.lookUpSessions.handle({ listId: callId, sessionIds, callId })).then(
      (lines) => lines ?? [],
    );
  return { handlers, calls, progress, lines, reports, questions, recent, lookUpMany, beginnings };
}

/** What the journal has of a session's look-up: one exchange. */
function notedOf(id: string) {
  const found = app.noted.filter(({ sentAs }) => sentAs.request.pathParameters['session_id'] === id);
  expect(found).toHaveLength(1);
  return found[0]?.exchange;
}

const outcomesOf = (lines: readonly SessionLine[]) => lines.map(({ outcome }) => outcome);

describe('a look-up', () => {
  it('shows its answer although the recent look-ups cannot be written, and the list of those says so', async () => {
    vi.spyOn(testing.database, 'transaction').mockRejectedValue(new Error('database or disk is full'));
    const reports: unknown[] = [];
    const takeOver = (): Promise<void> => Promise.resolve();
    const recent = new RecentSessions(testing.database, takeOver, (error) => reports.push(error));
    const { handlers } = open(recent);
    const exchange = await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    expect(exchange).toMatchObject({ response: { status: 200 } });
    expect(exchange).not.toHaveProperty('notes');
    const listing = handlers.listRecentSessions.handle({ profileId: 'p' });
    await expect(listing).rejects.toMatchObject({
      problem: { code: 'recent-not-written', meaning: expect.stringContaining('was looked up') },
    });
    expect(reports).toHaveLength(1);
    // It was said.
    expect(await handlers.listRecentSessions.handle({ profileId: 'p' })).toEqual([]);
  });

  it('is among the recent ones as soon as they are asked for, though nobody waits for that', async () => {
    const { handlers } = open();
    const slow = testing.database.transaction.bind(testing.database);
    vi.spyOn(testing.database, 'transaction').mockImplementation(async (statements) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return slow(statements);
    });
    await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    expect(testing.database.transaction).not.toHaveBeenCalled();
    expect(await handlers.listRecentSessions.handle({ profileId: 'p' })).toMatchObject([{ sessionId: A }]);
  });
});

describe('a list of look-ups', () => {
  it('tells of a session over 1 MB as of any other', async () => {
    const metadata = { filler: 'x'.repeat(1_200_000) };
    const session = { ...fullSession, expires_at: '2099-01-01T00:00:00Z', metadata };
    answers.set(A, [jsonAnswer(JSON.stringify(session))]);
    answers.set(B, [jsonAnswer(JSON.stringify(metadata))]);
    const { lookUpMany } = open();
    expect(await lookUpMany(randomUUID(), A, B)).toMatchObject([
      {
        outcome: 'found',
        expiresAt: '2099-01-01T00:00:00Z',
        items: fullSession.cart_items?.length,
        findings: 0,
      },
      { outcome: 'found', expiresAt: null, items: null, findings: 3 },
    ]);
  });

  it('calls no answer a session that broke off, and has no number of findings for what was not checked', async () => {
    answers.set(A, [jsonAnswer(JSON.stringify(fullSession)).slice(0, -10)]);
    answers.set(B, [answer(404, '0')]);
    const { lookUpMany } = open();
    expect(await lookUpMany(randomUUID(), A, B)).toMatchObject([
      { outcome: 'failed', findings: null },
      { outcome: 'not found', findings: 1 },
    ]);
  });

  it('keeps earlier tries as tries of the one exchange, as a single look-up does', async () => {
    answers.set(A, [answer(502, '0'), answer(504, '0')]);
    answers.set(B, [answer(502, '0')]);
    const { handlers, lookUpMany } = open();
    await lookUpMany(randomUUID(), A);
    const single = await handlers.lookUpSession.handle({ sessionId: B, callId: randomUUID() });
    expect(notedOf(A)).toMatchObject({
      response: { status: 200 },
      retries: [{ reason: 'status 502 with Retry-After' }, { reason: 'status 504 with Retry-After' }],
    });
    expect(notedOf(B)).toEqual(single);
    expect(single.retries).toMatchObject([{ reason: 'status 502 with Retry-After', waitedMs: 0 }]);
    expect(server.received).toHaveLength(5);
  });

  it('waits for a limited rate, says so, and has the tries in the line that can be opened', async () => {
    answers.set(A, [answer(429, '1')]);
    const { handlers, progress, lookUpMany } = open();
    const callId = randomUUID();
    const lines = await lookUpMany(callId, A, B);
    expect(outcomesOf(lines)).not.toContain('cancelled');
    expect(progress[0]).toBe('the service limits the rate: going on in 1 s');
    expect(progress.at(-1)).toBeNull();
    const retries = [{ reason: 'status 429 with Retry-After', waitedMs: 1_000 }];
    expect(await handlers.openSessionLine.handle({ listId: callId, sessionId: A })).toMatchObject({
      retries,
    });
    expect(notedOf(A)).toMatchObject({ response: { status: 200 }, retries });
    expect(notedOf(B)).toMatchObject({ retries: [] });
  });

  it.each(['2151360', '99999999999999999999'])(
    'tells of a wait of 15 minutes when it is asked for %s s, and can be cancelled in it',
    async (seconds) => {
      answers.set(A, [answer(502, '0'), answer(429, seconds)]);
      const { calls, progress, lookUpMany } = open();
      const callId = randomUUID();
      const looking = lookUpMany(callId, A, B);
      await expect.poll(() => progress).toContain('the service limits the rate: going on in 900 s');
      calls.cancel(callId);
      const lines = await looking;
      expect(lines[0]).toMatchObject({ sessionId: A, outcome: 'cancelled' });
      // What was asked before is not lost: the wait is what was cancelled.
      expect(notedOf(A)).toMatchObject({
        outcome: { kind: 'cancelled', mayHaveArrived: true },
        response: null,
        retries: [{ reason: 'status 502 with Retry-After' }, { reason: 'status 429 with Retry-After' }],
      });
    },
  );

  it('keeps and shows what was answered when it is cancelled at a limit of the rate before the first tries', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids.slice(3, 6)) answers.set(id, [answer(429, '900')]);
    const { handlers, calls, progress, lines, lookUpMany } = open();
    const callId = randomUUID();
    const looking = lookUpMany(callId, ...ids);
    await expect.poll(() => progress).toContain('the service limits the rate: going on in 900 s');
    await expect.poll(() => server.received.length).toBeGreaterThanOrEqual(6);
    await expect.poll(() => app.noted.length).toBeGreaterThanOrEqual(3);
    calls.cancel(callId);
    const shown = await looking;
    const found = shown.filter(({ outcome }) => outcome === 'found').map(({ sessionId }) => sessionId);
    expect(found).toEqual(expect.arrayContaining(ids.slice(0, 3)));
    expect(shown.map(({ sessionId }) => sessionId)).toEqual(ids);
    expect(lines.map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(found));
    expect((await handlers.openSessionList.handle({ listId: callId }))?.lines).toEqual(shown);
  });

  it('keeps and tells what was answered when a later one cannot be asked', async () => {
    const { handlers, lines, lookUpMany } = open();
    const listId = randomUUID();
    const { submit } = app.sender;
    vi.spyOn(app.sender, 'submit').mockImplementation((order, call) =>
      order.request.pathParameters['session_id'] === B
        ? expect
            .poll(() => app.noted.length)
            .toBe(1)
            .then(() => Promise.reject(new Error('no keychain')))
        : submit.call(app.sender, order, call),
    );
    await expect(lookUpMany(listId, A, B)).rejects.toThrow('no keychain');
    expect(lines).toMatchObject([{ sessionId: A, outcome: 'found' }]);
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toMatchObject([
      { sessionId: A, outcome: 'found' },
      { sessionId: B, outcome: 'cancelled' },
    ]);
  });

  it('has its old lines, also in the database, until the new answers come', async () => {
    const { handlers, calls, lookUpMany } = open();
    const listId = randomUUID();
    const before = await lookUpMany(listId, A, B);
    answers.set(A, [null]);
    const callId = randomUUID();
    const again = Promise.resolve(handlers.lookUpSessions.handle({ listId, sessionIds: [A], callId }));
    await expect.poll(() => server.received.length).toBe(3);
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toEqual(before);
    calls.cancel(callId);
    expect(await again).toEqual(before.slice(0, 1));
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toEqual(before);
  });
});

it('looks on the other profiles, but never on production, and tells of one that cannot be asked', async () => {
  const other = (id: string, changes: Partial<Profile> = {}): Profile =>
    testingProfile({ id, name: id, baseUrl: server.url, merchantAccountId: null, ...changes });
  answers.set(A, [answer(404, '0')]);
  const { handlers } = open(undefined, {}, [
    other('a sandbox'),
    other('production', { environment: 'production' }),
    other('without an address', { baseUrl: null }),
  ]);
  const profileIds = ['a sandbox', 'production', 'without an address'];
  const found = await handlers.lookUpElsewhere.handle({ sessionId: A, profileIds, callId: randomUUID() });
  expect(found).toMatchObject([{ profileId: 'a sandbox', line: { outcome: 'not found' }, problem: null }]);
  expect(server.received).toHaveLength(1);
  expect(notedOf(A)).toMatchObject({ profile: { id: 'a sandbox' } });
});

it('looks on those profiles alone that it is asked for, 6 at a time', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `sandbox ${index}`);
  answers.set(A, [null, null, null, null, null, null]);
  const others = ids.map((id) =>
    testingProfile({ id, name: id, baseUrl: server.url, merchantAccountId: null }),
  );
  const { handlers, calls } = open(undefined, {}, others);
  const callId = randomUUID();
  const profileIds = [...ids.slice(0, 8), 'not known'];
  const looking = Promise.resolve(handlers.lookUpElsewhere.handle({ sessionId: A, profileIds, callId }));
  await expect.poll(() => server.received.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.received).toHaveLength(6);
  calls.cancel(callId);
  expect((await looking).map(({ profileId }) => profileId)).toEqual(ids.slice(0, 8));
});

describe('a list that is remembered', () => {
  it('has its lines in the order of the paste, and can be opened and gone on with after a restart', async () => {
    answers.set(A, [answer(502, '0'), answer(502, '0'), answer(502, '0')]);
    const { lookUpMany } = open();
    const listId = randomUUID();
    expect(outcomesOf(await lookUpMany(listId, A, B))).toEqual(['failed', 'found']);

    // Another start of the app: nothing of it is in memory.
    await testing.reopen();
    const { handlers: again, recent } = open();
    const [summary] = await again.listSessionLists.handle({ profileId: 'p' });
    expect(summary).toMatchObject({ id: listId, total: 2, counts: { failed: 1, found: 1 } });
    const kept = await again.openSessionList.handle({ listId });
    expect(kept?.lines.map(({ sessionId }) => sessionId)).toEqual([A, B]);

    const retried = await again.lookUpSessions.handle({ listId, sessionIds: [A], callId: randomUUID() });
    expect(retried).toMatchObject([{ sessionId: A, outcome: 'found' }]);
    expect((await again.openSessionList.handle({ listId }))?.lines).toMatchObject([
      { sessionId: A, outcome: 'found' },
      { sessionId: B, outcome: 'found' },
    ]);
    // What is opened is a recent look-up from then on; what was only listed is not.
    expect(await recent.list('p')).toEqual([]);
    expect(await again.openSessionLine.handle({ listId, sessionId: A })).toMatchObject({
      response: { status: 200 },
    });
    expect(await recent.list('p')).toMatchObject([{ sessionId: A }]);
    // Not in memory, and this history has nothing.
    expect(await again.openSessionLine.handle({ listId, sessionId: B })).toBeNull();
  });

  it.each(['deleted', 'cleared'])(
    'stays away when it is %s while it runs, and comes back with its answers by the undo',
    async (how) => {
      answers.set(B, [null]);
      const { handlers, calls, lookUpMany } = open();
      const listId = randomUUID();
      const looking = lookUpMany(listId, A, B);
      await expect.poll(() => server.received.length).toBe(2);
      await expect.poll(() => app.noted.length).toBe(1);
      const clear = { profileId: 'p', clearId: randomUUID() };
      if (how === 'deleted') await handlers.deleteSessionList.handle({ listId });
      else await handlers.clearRecentSessions.handle(clear);
      calls.cancel(listId);
      expect(outcomesOf(await looking)).toEqual(['found', 'cancelled']);
      expect(await handlers.listSessionLists.handle({ profileId: 'p' })).toEqual([]);
      expect(await handlers.openSessionList.handle({ listId })).toBeNull();
      // It is still on screen: looking it up again does not bring it back either.
      await handlers.lookUpSessions.handle({ listId, sessionIds: [B], callId: randomUUID() });
      expect(await handlers.listSessionLists.handle({ profileId: 'p' })).toEqual([]);
      if (how === 'deleted') await handlers.undoDeleteSessionList.handle({ listId });
      else await handlers.undoClearRecentSessions.handle(clear);
      expect((await handlers.openSessionList.handle({ listId }))?.lines).toMatchObject([
        { sessionId: A, outcome: 'found' },
        { sessionId: B, outcome: 'found' },
      ]);
    },
  );

  it('does not go on under another profile', async () => {
    const { lookUpMany } = open();
    const listId = randomUUID();
    await lookUpMany(listId, A);
    const other = open(undefined, { id: 'other' });
    const going = other.handlers.lookUpSessions.handle({ listId, sessionIds: [A], callId: randomUUID() });
    await expect(going).rejects.toThrow('This list belongs to another profile');
  });

  it('of many on production is asked about first, and nothing is sent without a yes', async () => {
    const { handlers, questions } = open(undefined, { environment: 'production' });
    const many = Array.from({ length: 50 }, () => randomUUID());
    const call = (sessionIds: string[]) =>
      handlers.lookUpSessions.handle({ listId: randomUUID(), sessionIds, callId: randomUUID() });
    expect(await call(many)).toBeNull();
    expect(questions).toMatchObject([{ title: 'Look up 50 sessions on production?' }]);
    expect(server.received).toEqual([]);
    expect(await handlers.listSessionLists.handle({ profileId: 'p' })).toEqual([]);
    expect(await call(many.slice(0, 3))).toHaveLength(3);
    expect(questions).toHaveLength(1);
  });
});

describe('a single look-up', () => {
  const large = jsonAnswer(
    JSON.stringify({ ...fullSession, expires_at: '2099-01-01T00:00:00Z', filler: 'x'.repeat(1_100_000) }),
  );

  it('gives a large answer before its check, which is asked for once, and is in the journal with it', async () => {
    answers.set(A, [large]);
    const { handlers, recent } = open();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const read = app.reader.ask.bind(app.reader);
    vi.spyOn(app.reader, 'ask').mockImplementation(async (...question) => {
      await held;
      return read(...question);
    });
    const exchange = await handlers.lookUpSession.handle({
      sessionId: A,
      callId: randomUUID(),
      checkLater: true,
    });
    expect(exchange).toMatchObject({
      check: { kind: 'not-checked', why: 'under-way' },
      findings: [],
      response: { status: 200, body: { kind: 'stored' } },
    });
    expect(app.noted).toEqual([]);
    const check = handlers.awaitSessionCheck.handle({ exchangeId: exchange.id });
    go();
    expect(await check).toMatchObject({ check: { kind: 'checked' } });
    expect(notedOf(A)).toMatchObject({ id: exchange.id, check: { kind: 'checked' } });
    expect(await recent.list('p')).toMatchObject([{ sessionId: A, outcome: 'found' }]);
    expect(await handlers.awaitSessionCheck.handle({ exchangeId: exchange.id })).toBeNull();
  });

  describe('of which the rest is still coming', () => {
    const body = large.slice(large.indexOf('{'));
    /** Answers with the first half, and says how to go on. */
    async function lookUpHalf(argument: { tellBeginning?: boolean }, text = body) {
      const cut = Math.floor(text.length / 2);
      answers.set(A, [null]);
      const opened = open();
      const call = { sessionId: A, callId: randomUUID(), checkLater: true, ...argument };
      const looking = Promise.resolve(opened.handlers.lookUpSession.handle(call));
      await expect.poll(() => server.sockets.length).toBe(1);
      const socket = server.sockets[0];
      await new Promise((resolve) => socket?.write(jsonAnswer(text).slice(0, -cut), resolve));
      return { ...opened, call, looking, finish: () => socket?.end(text.slice(-cut)) };
    }

    it('is told of with what may be shown, under way, to whoever wants to know', async () => {
      const { beginnings, call, looking, finish } = await lookUpHalf({ tellBeginning: true });
      await expect.poll(() => beginnings.length).toBe(1);
      expect(beginnings).toMatchObject([
        {
          callId: call.callId,
          exchange: {
            outcome: { kind: 'unanswered', why: 'under-way' },
            response: { status: 200, body: { kind: 'none' } },
          },
        },
      ]);
      const told = beginnings[0]?.beginning.text ?? '';
      expect(told.length).toBeGreaterThan(500);
      expect(body.startsWith(told)).toBe(true);
      expect(app.noted).toEqual([]);
      finish();
      expect(await looking).toMatchObject({ id: beginnings[0]?.exchange.id, outcome: { kind: 'answered' } });
      expect(beginnings).toHaveLength(1);
    });

    it('is told of to nobody else', async () => {
      const quiet = await lookUpHalf({});
      quiet.finish();
      await quiet.looking;
      expect(quiet.beginnings).toEqual([]);
    });

    it('is not told of where it echoes a secret', async () => {
      const echo = body.replace('{', '{"echo":"CANARY.TOKEN.value",');
      const { beginnings, looking, finish } = await lookUpHalf({ tellBeginning: true }, echo);
      finish();
      expect(await looking).toMatchObject({ outcome: { kind: 'answered' } });
      expect(beginnings).toEqual([]);
    });

    it('can be cancelled', async () => {
      const { beginnings, calls, call, looking } = await lookUpHalf({ tellBeginning: true });
      await expect.poll(() => beginnings.length).toBe(1);
      calls.cancel(call.callId);
      expect(await looking).toMatchObject({ outcome: { kind: 'cancelled' } });
    });
  });

  it('gives a large answer with its check to whoever does not ask for it first', async () => {
    answers.set(A, [large]);
    const { handlers } = open();
    const exchange = await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    expect(exchange).toMatchObject({ check: { kind: 'checked' }, response: { body: { kind: 'stored' } } });
  });

  it('of which the window was handed the answer is checked no longer than the app is open', async () => {
    answers.set(A, [large]);
    const { handlers, calls } = open();
    const exchange = await handlers.lookUpSession.handle({
      sessionId: A,
      callId: randomUUID(),
      checkLater: true,
    });
    calls.cancelAll();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({ id: exchange.id, check: { kind: 'not-checked', why: 'cancelled' } });
  });

  it.each(['31', '2151360', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'gives its answer at once when the service asks it to wait until %s',
    async (retryAfter) => {
      answers.set(A, [answer(429, retryAfter)]);
      const { handlers } = open();
      const exchange = await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
      expect(exchange).toMatchObject({ response: { status: 429 }, retries: [] });
      expect(server.received).toHaveLength(1);
    },
  );

  it('that is under way when the app closes is recorded as cancelled before the app is gone', async () => {
    answers.set(A, [null]);
    const { handlers, calls } = open();
    const looking = Promise.resolve(handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() }));
    await expect.poll(() => server.received.length).toBe(1);
    expect(app.noted).toEqual([]);
    calls.cancelAll();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({ outcome: { kind: 'cancelled' }, response: null });
    await looking;
  });

  it('that waits for another try when the app closes is recorded as cancelled, with the tries before', async () => {
    answers.set(A, [answer(429, '20')]);
    const { handlers, calls, progress } = open();
    const looking = Promise.resolve(handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() }));
    await expect.poll(() => progress).toEqual(['status 429 with Retry-After: trying again in 20 s (try 2)']);
    calls.cancelAll();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({
      outcome: { kind: 'cancelled' },
      retries: [{ reason: 'status 429 with Retry-After' }],
    });
    await looking;
  });
});
