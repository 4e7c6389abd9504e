import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
