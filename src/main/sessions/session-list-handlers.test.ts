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
