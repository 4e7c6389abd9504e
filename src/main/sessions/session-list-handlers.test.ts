import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { fullSession } from '@contract/testing/sessions';
import {
  A,
  B,
  NOT_FOUND,
  answer,
  answers,
  app,
  jsonAnswer,
  notedOf,
  open,
  outcomesOf,
  serveEach,
  server,
  testing,
} from './session-handlers.fixture';
import { KeptLists } from './kept-lists';

serveEach();

describe('a list of look-ups', () => {
  it('reads a session over 1 MB like any other', async () => {
    const metadata = { filler: 'x'.repeat(1_200_000) };
    const session = { ...fullSession, id: A, expires_at: '2099-01-01T00:00:00Z', metadata };
    answers.set(A, [jsonAnswer(JSON.stringify(session))]);
    answers.set(B, [jsonAnswer(JSON.stringify({ metadata }))]);
    const { lookUpMany } = open();
    expect(await lookUpMany(randomUUID(), A, B)).toMatchObject([
      {
        outcome: 'found',
        expiresAt: '2099-01-01T00:00:00Z',
        items: fullSession.cart_items?.length,
        findings: 0,
      },
      { outcome: 'found', expiresAt: null, items: null, findings: 2 },
    ]);
  });

  it('uses the service’s clock to decide whether a session has expired', async () => {
    const dated = (hours: number): string => {
      const at = (ms: number): Date => new Date(Date.now() + ms);
      const session = {
        ...fullSession,
        id: hours > 0 ? A : B,
        expires_at: at(hours * 1_800_000).toISOString(),
      };
      const head = `content-length: ${Buffer.byteLength(JSON.stringify(session))}`;
      return jsonAnswer(JSON.stringify(session)).replace(
        head,
        `date: ${at(hours * 3_600_000).toUTCString()}\r\n${head}`,
      );
    };
    answers.set(A, [dated(24)]);
    answers.set(B, [dated(-24)]);
    const { lookUpMany } = open();
    expect(await lookUpMany(randomUUID(), A, B)).toMatchObject([
      { outcome: 'expired' },
      { outcome: 'found' },
    ]);
  });

  it('brings a recent look-up up to date with what it says about the session, but not with a failure', async () => {
    answers.set(A, [answer(500, '0'), NOT_FOUND, answer(500, '0')]);
    const { handlers, lookUpMany, recent } = open();
    const ofA = async () => (await recent.list('p'))[0]?.outcome;
    await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    expect(await ofA()).toBe('failed');
    await lookUpMany(randomUUID(), A, B);
    expect(await ofA()).toBe('not found');
    expect(outcomesOf(await lookUpMany(randomUUID(), A, B))[0]).toBe('failed');
    expect(await ofA()).toBe('not found');
    expect(await recent.list('p')).toHaveLength(1);
  });

  it('lists a session that broke off as failed, without a number of findings', async () => {
    answers.set(A, [jsonAnswer(JSON.stringify({ ...fullSession, id: A })).slice(0, -10)]);
    answers.set(B, [NOT_FOUND]);
    const { lookUpMany } = open();
    expect(await lookUpMany(randomUUID(), A, B)).toMatchObject([
      { outcome: 'failed', findings: null },
      { outcome: 'not found', findings: 0 },
    ]);
  });

  it('announces the IDs being looked up, but none that are still waiting their turn', async () => {
    answers.set(A, [null]);
    const ids = Array.from({ length: 8 }, (_, at) => A.replace(/^1/, String(at)));
    for (const id of ids) answers.set(id, [null]);
    const { calls, lines, lookUpMany } = open();
    const callId = randomUUID();
    const looking = lookUpMany(callId, ...ids);
    await expect.poll(() => lines.length).toBe(6);
    expect(lines.map(({ sessionId }) => sessionId)).toEqual(ids.slice(0, 6));
    for (const line of lines) expect(line).toMatchObject({ outcome: 'waiting', message: 'being asked' });
    calls.cancel(callId);
    const reasons = (await looking).map(({ outcome, message }) => `${outcome}, ${message}`);
    expect(new Set(reasons.slice(0, 6))).toEqual(new Set(['cancelled, null']));
    expect(new Set(reasons.slice(6))).toEqual(new Set(['cancelled, not asked']));
  });

  it('gives the reason for IDs that it skipped because the service was unreachable, even when reopened', async () => {
    const ids = Array.from({ length: 13 }, () => randomUUID());
    // Nobody listens on port 1 of loopback.
    const { handlers, lookUpMany } = open(undefined, { baseUrl: 'http://127.0.0.1:1' });
    const listId = randomUUID();
    const reasons = (await lookUpMany(listId, ...ids)).map(
      ({ outcome, message }) => `${outcome}, ${message}`,
    );
    expect(reasons[0]).toMatch(/^failed, /);
    expect(reasons.at(-1)).toBe('cancelled, not asked: the service could not be reached');
    const kept = await handlers.openSessionList.handle({ listId });
    expect(kept?.lines.map(({ outcome, message }) => `${outcome}, ${message}`)).toEqual(reasons);
  });

  it('records earlier tries with their exchange, as a single look-up does', async () => {
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
    expect(server.requests).toHaveLength(5);
  });

  it('waits out a rate limit, says so, and keeps the tries with the exchange', async () => {
    answers.set(A, [answer(429, '1')]);
    const { handlers, lines: told, progress, waits, lookUpMany } = open();
    const callId = randomUUID();
    const lines = await lookUpMany(callId, A, B);
    expect(outcomesOf(lines)).not.toContain('cancelled');
    const toldOfA = told.filter(({ sessionId }) => sessionId === A).map(({ message }) => message);
    expect(toldOfA).toEqual(['being asked', 'waits 1 s: rate limited by the service', 'being asked', null]);
    expect(progress[0]).toBe('rate limited by the service: waiting 1 s');
    expect(Math.abs((waits[0] ?? 0) - Date.now())).toBeLessThan(10_000);
    expect(progress.at(-1)).toBeNull();
    const retries = [{ reason: 'status 429 with Retry-After', waitedMs: 1_000 }];
    expect(await handlers.openSessionLine.handle({ listId: callId, sessionId: A })).toMatchObject({
      retries,
    });
    expect(notedOf(A)).toMatchObject({ response: { status: 200 }, retries });
    expect(notedOf(B)).toMatchObject({ retries: [] });
  });

  it.each(['2151360', '99999999999999999999'])(
    'waits at most 15 minutes if asked to wait %s s, and can be cancelled during the wait',
    async (seconds) => {
      answers.set(A, [answer(502, '0'), answer(429, seconds)]);
      const { calls, progress, lookUpMany } = open();
      const callId = randomUUID();
      const looking = lookUpMany(callId, A, B);
      await expect.poll(() => progress).toContain('rate limited by the service: waiting 900 s');
      calls.cancel(callId);
      const lines = await looking;
      expect(lines[0]).toMatchObject({ sessionId: A, outcome: 'cancelled' });
      // The earlier try is still recorded: only the wait was cancelled.
      expect(notedOf(A)).toMatchObject({
        outcome: { kind: 'cancelled', mayHaveArrived: true },
        response: null,
        retries: [{ reason: 'status 502 with Retry-After' }, { reason: 'status 429 with Retry-After' }],
      });
    },
  );

  it('keeps and shows the answers so far if it is cancelled during a rate limit', async () => {
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids.slice(3, 6)) answers.set(id, [answer(429, '900')]);
    const { handlers, calls, progress, lines, lookUpMany } = open();
    const callId = randomUUID();
    const looking = lookUpMany(callId, ...ids);
    await expect.poll(() => progress).toContain('rate limited by the service: waiting 900 s');
    await expect.poll(() => server.requests.length).toBeGreaterThanOrEqual(6);
    await expect.poll(() => app.noted.length).toBeGreaterThanOrEqual(3);
    calls.cancel(callId);
    const shown = await looking;
    const found = shown.filter(({ outcome }) => outcome === 'found').map(({ sessionId }) => sessionId);
    expect(found).toEqual(expect.arrayContaining(ids.slice(0, 3)));
    expect(shown.map(({ sessionId }) => sessionId)).toEqual(ids);
    expect(lines.map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(found));
    expect((await handlers.openSessionList.handle({ listId: callId }))?.lines).toEqual(shown);
  });

  it.each(['is cancelled', 'is left for another profile'])(
    'sends nothing if it %s while the database is still being opened',
    async (how) => {
      let goOn = (): void => undefined;
      const opening = vi.spyOn(testing.database, 'query').mockImplementationOnce(
        () =>
          new Promise((resolve) => {
            goOn = () => resolve([]);
          }),
      );
      const { calls, lookUpMany } = open();
      const callId = randomUUID();
      const looking = lookUpMany(callId, A, B);
      await vi.waitFor(() => expect(opening).toHaveBeenCalled());
      if (how === 'is cancelled') calls.cancel(callId);
      else calls.cancelProfile('p', 'the profile was switched', false);
      goOn();
      expect(outcomesOf(await looking)).toEqual(['cancelled', 'cancelled']);
      expect(app.noted).toEqual([]);
    },
  );

  it('keeps and shows the answers so far if a later look-up cannot be sent', async () => {
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
    expect(lines.filter(({ outcome }) => outcome !== 'waiting')).toMatchObject([
      { sessionId: A, outcome: 'found' },
    ]);
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toMatchObject([
      { sessionId: A, outcome: 'found' },
      { sessionId: B, outcome: 'cancelled' },
    ]);
  });

  it('keeps its old lines until new answers arrive, in the database too', async () => {
    const { handlers, calls, lookUpMany } = open();
    const listId = randomUUID();
    const before = await lookUpMany(listId, A, B);
    answers.set(A, [null]);
    const callId = randomUUID();
    const again = Promise.resolve(handlers.lookUpSessions.handle({ listId, sessionIds: [A], callId }));
    await expect.poll(() => server.requests.length).toBe(3);
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toEqual(before);
    calls.cancel(callId);
    expect(await again).toEqual(before.slice(0, 1));
    expect((await handlers.openSessionList.handle({ listId }))?.lines).toEqual(before);
  });
});

describe('a list that is remembered', () => {
  it('saves answers while others are still awaited', async () => {
    answers.set(B, [null]);
    const { calls, lookUpMany } = open();
    const listId = randomUUID();
    const looking = lookUpMany(listId, A, B);
    const saved = async () => outcomesOf((await new KeptLists(testing.database).open(listId))?.lines ?? []);
    await expect.poll(saved, { timeout: 4_500 }).toEqual(['found', 'cancelled']);
    calls.cancel(listId);
    await looking;
  });

  it('keeps the order of the paste, and can be opened and continued after a restart', async () => {
    answers.set(A, [answer(502, '0'), answer(502, '0'), answer(502, '0')]);
    const { lookUpMany } = open();
    const listId = randomUUID();
    expect(outcomesOf(await lookUpMany(listId, A, B))).toEqual(['failed', 'found']);

    // After a restart of the app, nothing of the list is in memory.
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
    // A look-up becomes a recent one when it is opened, not by being listed.
    expect(await recent.list('p')).toEqual([]);
    expect(await again.openSessionLine.handle({ listId, sessionId: A })).toMatchObject({
      response: { status: 200 },
    });
    expect(await recent.list('p')).toMatchObject([{ sessionId: A }]);
    // It is not in memory, and this test's history is empty.
    expect(await again.openSessionLine.handle({ listId, sessionId: B })).toBeNull();
  });

  it('keeps a row in its place for each entry that is not an ID, even after a restart and when continued', async () => {
    answers.set(B, [NOT_FOUND]);
    const { handlers } = open();
    const listId = randomUUID();
    const call = { listId, sessionIds: [A, B], callId: randomUUID() };
    const strange = randomUUID();
    const entries = [`${A}0`, A, 'case 4111 1111 1111 1111', strange, B, '8d3c'];
    expect(await handlers.lookUpSessions.handle({ ...call, entries })).toMatchObject([
      { sessionId: A, outcome: 'found' },
      { sessionId: B, outcome: 'not found' },
    ]);
    await testing.reopen();
    const { handlers: again } = open();
    // Only IDs count as sessions. An ID among the entries that is not to be looked up has no row.
    expect(await again.listSessionLists.handle({ profileId: 'p' })).toMatchObject([{ id: listId, total: 2 }]);
    const rows = async () =>
      (await again.openSessionList.handle({ listId }))?.lines.map(
        ({ sessionId, outcome, message }) => `${sessionId}, ${outcome}, ${message}`,
      );
    const expected = [
      `${A}0, not an ID, not looked up: 33 digits, not 32`,
      `${A}, found, null`,
      'case 4111 11•• •••• 1111, not an ID, not looked up: s is not a hexadecimal digit',
      `${B}, not found, said by the service`,
      '8d3c, not an ID, not looked up: 4 digits, not 32',
    ];
    expect(await rows()).toEqual(expected);
    await again.lookUpSessions.handle({ listId, sessionIds: [B], callId: randomUUID() });
    expect(await rows()).toEqual([...expected.slice(0, 3), `${B}, found, null`, ...expected.slice(4)]);
  });

  it('accepts entries of up to 200 characters, and 20,000 of them', () => {
    const { parse } = open().handlers.lookUpSessions;
    const call = { listId: randomUUID(), sessionIds: [A], callId: randomUUID() };
    const takes = (entries: readonly string[]) => parse.safeParse({ ...call, entries }).success;
    expect(takes([A, 'x'.repeat(200)])).toBe(true);
    expect(takes([A, 'x'.repeat(201)])).toBe(false);
    expect(takes(Array.from({ length: 20_000 }, (_, at) => `${at}`))).toBe(true);
    expect(takes(Array.from({ length: 20_001 }, (_, at) => `${at}`))).toBe(false);
  });

  it.each(['deleted', 'cleared'])(
    'stays gone if %s during its look-ups, and comes back with its answers on undo',
    async (how) => {
      answers.set(B, [null]);
      const { handlers, calls, lookUpMany } = open();
      const listId = randomUUID();
      const looking = lookUpMany(listId, A, B);
      await expect.poll(() => server.requests.length).toBe(2);
      await expect.poll(() => app.noted.length).toBe(1);
      const clear = { profileId: 'p', clearId: randomUUID() };
      if (how === 'deleted') await handlers.deleteSessionList.handle({ listId });
      else await handlers.clearRecentSessions.handle(clear);
      calls.cancel(listId);
      expect(outcomesOf(await looking)).toEqual(['found', 'cancelled']);
      expect(await handlers.listSessionLists.handle({ profileId: 'p' })).toEqual([]);
      expect(await handlers.openSessionList.handle({ listId })).toBeNull();
      // The list is still on the screen; looking up its sessions again does not bring it back either.
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

  it('cannot be continued under another profile', async () => {
    const { lookUpMany } = open();
    const listId = randomUUID();
    await lookUpMany(listId, A);
    const other = open(undefined, { id: 'other' });
    const going = other.handlers.lookUpSessions.handle({ listId, sessionIds: [A], callId: randomUUID() });
    await expect(going).rejects.toThrow('This list belongs to another profile');
  });

  it('of many on production is asked about first, and sends nothing without a yes', async () => {
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

  it('of many on production is not sent under another profile that was switched to while the question was open', async () => {
    const { handlers, world } = open(undefined, { environment: 'production' });
    const many = Array.from({ length: 50 }, () => randomUUID());
    world.answer = { confirmed: true, checked: false };
    const ask = handlers.lookUpSessions.handle({
      listId: randomUUID(),
      sessionIds: many,
      callId: randomUUID(),
    });
    world.active = { ...world.active, id: 'another' };
    await expect(ask).rejects.toMatchObject({ problem: { code: 'list-of-another-profile' } });
    expect(server.received).toEqual([]);
  });

  it('puts an answer that is opened into Recent as of when it was read, never over a newer one', async () => {
    const expires = (year: number): string =>
      jsonAnswer(JSON.stringify({ ...fullSession, id: A, expires_at: `${year}-01-01T00:00:00Z` }));
    answers.set(A, [expires(2098), expires(2099)]);
    const { handlers, lookUpMany, recent } = open();
    const listId = randomUUID();
    await lookUpMany(listId, A);
    await handlers.lookUpSession.handle({ sessionId: A, callId: randomUUID() });
    const [newer] = await recent.list('p');
    expect(newer).toMatchObject({ expiresAt: '2099-01-01T00:00:00Z' });
    await handlers.openSessionLine.handle({ listId, sessionId: A });
    expect(await recent.list('p')).toEqual([newer]);
  });

  it('says what the history did not keep of an answer that is opened from it', async () => {
    const listId = randomUUID();
    const first = open();
    await first.lookUpMany(listId, A);
    const exchange = notedOf(A);
    // Another run of the app: the answer is no longer in memory.
    const { handlers, world } = open();
    if (exchange === undefined) throw new Error('nothing was noted');
    world.recorded = { exchange, notKept: [] };
    const openIt = async () => (await handlers.openSessionLine.handle({ listId, sessionId: A }))?.notes ?? [];
    expect(await openIt()).toEqual([]);
    world.recorded = { exchange, notKept: ['Only the beginning of the body was kept.'] };
    expect(await openIt()).toMatchObject([
      { code: 'from-history', meaning: 'Only the beginning of the body was kept.' },
    ]);
  });
});
