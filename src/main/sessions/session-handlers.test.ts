import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { fullSession } from '@contract/testing/sessions';
import type { Profile } from '@shared/profiles/profile';
import { RecentSessions } from './recent-sessions';
import { testingProfile } from '@shared/testing/testing-profile';
import {
  A,
  NOT_FOUND,
  answer,
  answers,
  app,
  jsonAnswer,
  notedOf,
  open,
  serveEach,
  server,
  testing,
} from './session-handlers.fixture';

serveEach();

describe('a look-up', () => {
  it('shows its answer even if the recent look-ups cannot be written; listing those reports that once', async () => {
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
    // The problem is reported only once.
    expect(await handlers.listRecentSessions.handle({ profileId: 'p' })).toEqual([]);
  });

  it('does not wait to be saved, but is listed among the recent ones', async () => {
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

it('searches other profiles except production, and skips the one in use and one that has no address', async () => {
  const other = (id: string, changes: Partial<Profile> = {}): Profile =>
    testingProfile({ id, name: id, baseUrl: server.url, merchantAccountId: null, ...changes });
  answers.set(A, [NOT_FOUND]);
  const { handlers } = open(undefined, {}, [
    other('a sandbox'),
    other('production', { environment: 'production' }),
    other('without an address', { baseUrl: null }),
    // It is in use.
    other('p'),
  ]);
  const profileIds = ['a sandbox', 'production', 'without an address', 'p'];
  const found = await handlers.lookUpElsewhere.handle({ sessionId: A, profileIds, callId: randomUUID() });
  expect(found).toMatchObject([{ profileId: 'a sandbox', line: { outcome: 'not found' }, problem: null }]);
  expect(server.requests).toHaveLength(1);
  expect(notedOf(A)).toMatchObject({ profile: { id: 'a sandbox' } });
});

it('waits for the Local sandbox to start', async () => {
  const local = testingProfile({ id: 'local', environment: 'local', baseUrl: null, merchantAccountId: null });
  answers.set(A, [NOT_FOUND]);
  const { handlers } = open(undefined, {}, [local]);
  const asked = { sessionId: A, profileIds: ['local'], callId: randomUUID() };
  expect(await handlers.lookUpElsewhere.handle(asked)).toMatchObject([
    { profileId: 'local', line: { outcome: 'not found' }, problem: null },
  ]);
});

it('searches only the given profiles, 6 at a time', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `sandbox ${index}`);
  answers.set(A, [null, null, null, null, null, null]);
  const others = ids.map((id) =>
    testingProfile({ id, name: id, baseUrl: server.url, merchantAccountId: null }),
  );
  const { handlers, calls } = open(undefined, {}, others);
  const callId = randomUUID();
  const profileIds = [...ids.slice(0, 8), 'not known'];
  const looking = Promise.resolve(handlers.lookUpElsewhere.handle({ sessionId: A, profileIds, callId }));
  await expect.poll(() => server.requests.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(server.requests).toHaveLength(6);
  calls.cancel(callId);
  expect((await looking).map(({ profileId }) => profileId)).toEqual(ids.slice(0, 8));
});

describe('a single look-up', () => {
  const large = jsonAnswer(
    JSON.stringify({
      ...fullSession,
      id: A,
      expires_at: '2099-01-01T00:00:00Z',
      filler: 'x'.repeat(1_100_000),
    }),
  );

  it('returns a large answer before its check, which is requested once and then recorded with it', async () => {
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

  it('returns a large answer with its check unless the caller will ask for that later', async () => {
    answers.set(A, [large]);
    const { handlers } = open();
    const exchange = await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    expect(exchange).toMatchObject({ check: { kind: 'checked' }, response: { body: { kind: 'stored' } } });
  });

  it.each(['the profile is switched', 'the window dies', 'the profile is edited'])(
    'that returned its answer early is still checked if %s',
    async (what) => {
      answers.set(A, [large]);
      const { handlers, calls, recent } = open();
      const exchange = await handlers.lookUpSession.handle({
        sessionId: A,
        callId: randomUUID(),
        checkLater: true,
      });
      if (what === 'the profile is edited') calls.cancelProfile('p', 'the profile was edited', true);
      else calls.leaveAll(what);
      const check = await handlers.awaitSessionCheck.handle({ exchangeId: exchange.id });
      expect(check).toMatchObject({ check: { kind: 'checked' } });
      expect(notedOf(A)).toMatchObject({ id: exchange.id, check: { kind: 'checked' } });
      expect(await recent.list('p')).toMatchObject([{ sessionId: A, expiresAt: '2099-01-01T00:00:00Z' }]);
    },
  );

  it('that returned its answer early is recorded as not checked if the app closes', async () => {
    answers.set(A, [large]);
    const { handlers, calls } = open();
    const exchange = await handlers.lookUpSession.handle({
      sessionId: A,
      callId: randomUUID(),
      checkLater: true,
    });
    calls.end();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({ id: exchange.id, check: { kind: 'not-checked', why: 'app-ended' } });
  });

  it.each(['31', '2151360', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'returns a 429 at once if it asks to wait until %s',
    async (retryAfter) => {
      answers.set(A, [answer(429, retryAfter)]);
      const { handlers } = open();
      const exchange = await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
      expect(exchange).toMatchObject({ response: { status: 429 }, retries: [] });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('that is under way when the app closes is recorded as cancelled', async () => {
    answers.set(A, [null]);
    const { handlers, calls } = open();
    const looking = Promise.resolve(handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() }));
    await expect.poll(() => server.requests.length).toBe(1);
    expect(app.noted).toEqual([]);
    calls.cancelAll();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({ outcome: { kind: 'cancelled' }, response: null });
    await looking;
  });

  it('that is waiting to try again when the app closes is recorded as cancelled, with its earlier try', async () => {
    answers.set(A, [answer(429, '20')]);
    const { handlers, calls, progress, waits } = open();
    const looking = Promise.resolve(handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() }));
    await expect.poll(() => progress).toEqual(['Waiting 20 s before try 2: status 429 with Retry-After']);
    expect(Math.abs((waits[0] ?? 0) - Date.now() - 20_000)).toBeLessThan(10_000);
    calls.cancelAll();
    await app.sender.settled();
    expect(notedOf(A)).toMatchObject({
      outcome: { kind: 'cancelled' },
      retries: [{ reason: 'status 429 with Retry-After' }],
    });
    await looking;
  });
});
