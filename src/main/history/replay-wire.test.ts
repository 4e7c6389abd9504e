import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { declined } from '@shared/questions/question';
import { buyersRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { ONCE } from '../sending/retries';
import {
  ANSWER,
  FIRST_PAGE,
  KNOWN_REFUSALS,
  SECRET,
  Tally,
  URL_X,
  active,
  app,
  argumentFor,
  calls,
  compose,
  entries,
  handlers,
  history,
  openApp,
  openEach,
  replay,
  send,
  sendable,
  server,
  setActive,
  setOnRequest,
  testing,
  wire,
} from './replay-wire.fixture';

openEach();

describe('a replay', () => {
  it('sends the same bytes again with a fresh token, whatever was composed', async () => {
    const runs = 40;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose(draft));
        if (exchange === null) return;
        const { id } = exchange;
        await history.settled();
        const plan = await handlers.planReplay.handle({ id, profileId: active.id });
        if (plan.refused !== null) return tally.refuse(plan.refused.code);
        expect(plan).toMatchObject({ differences: [], missingSecrets: [], missingCodes: [] });
        await replay(id);
        tally.count();
        const [first, second, ...more] = wire();
        expect(more).toEqual([]);
        expect(second).toBe(first);
        const raw = server.received.map((bytes) => /Bearer token-(\d+)/.exec(bytes.toString('latin1'))?.[1]);
        expect(new Set(raw).size).toBe(2);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  it('sends the same bytes after a restart once the secrets are entered', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X }));
    await history.settled();
    await testing.reopen();
    openApp();
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.missingSecrets).toEqual(['x-vault-forward-header-authorization']);
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-secrets-missing' } });
    expect(server.requests).toHaveLength(1);
    await replay(id, { secrets: { 'X-Vault-Forward-Header-Authorization': 'Bearer CANARY-SECRET' } });
    // It is asked for only once in a run.
    await replay(id);
    const [first, second, third] = wire();
    expect([second, third]).toEqual([first, first]);
  });

  it('of a list of buyers sends the same bytes', async () => {
    const { id } = await send(buyersRequest({ cursor: 'a b/ü&=', limit: 5, parameters: [] }));
    await replay(id);
    const [first, second] = wire();
    expect(second).toBe(first);
    expect(first).toContain('GET /buyers?cursor=a%20b%2F%C3%BC%26%3D&limit=5 HTTP/1.1');
  });

  it('is linked to its original, and is not retried', async () => {
    setOnRequest((socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
    const { id } = await send(FIRST_PAGE, { policy: ONCE });
    await replay(id);
    expect(server.requests).toHaveLength(2);
    expect((await entries()).map(({ replayOf, status }) => [replayOf, status])).toEqual([
      [id, 502],
      [null, 502],
    ]);
  });

  it('of the same entry within a second counts as the same click', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    const argument = await argumentFor(id);
    await handlers.replayExchange.handle(argument);
    await expect(handlers.replayExchange.handle({ ...argument, callId: randomUUID() })).rejects.toMatchObject(
      { problem: { code: 'sent-just-now' } },
    );
    expect(server.requests).toHaveLength(2);
  });

  it('shows what has changed, and is refused if it changes again before the replay', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    setActive({ ...active, merchantAccountId: 'other' });
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.differences).toEqual([{ what: 'merchant account', then: 'acme', now: 'other' }]);
    const argument = await argumentFor(id);
    setActive({ ...active, merchantAccountId: 'third' });
    await expect(handlers.replayExchange.handle(argument)).rejects.toMatchObject({
      problem: { code: 'replay-changed' },
    });
    expect(server.requests).toHaveLength(1);
    setActive({ ...active, id: 'another', merchantAccountId: 'other' });
    await expect(handlers.replayExchange.handle(argument)).rejects.toMatchObject({
      problem: { code: 'replay-changed' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('names the address that it goes to, also once the base URL is another one', async () => {
    const { id } = await send(buyersRequest({ cursor: 'a b', limit: 5, parameters: [] }));
    setActive({ ...active, baseUrl: `${server.url}/v2` });
    const { address } = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(address).toBe(`GET ${server.url}/v2/buyers?cursor=a%20b&limit=5`);
    await replay(id);
    expect(wire()[1]).toContain('GET /v2/buyers?cursor=a%20b&limit=5 HTTP/1.1');
    setActive({ ...active, baseUrl: null });
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).address).toBeNull();
  });

  it('under another profile asks first', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    const before = app.questions.length;
    setActive({ ...active, id: 'another', name: 'Another' });
    app.answer = declined;
    expect(await replay(id)).toEqual({ kind: 'declined' });
    expect(app.questions.slice(before).map(({ title }) => title)).toEqual(['Send with the profile Another?']);
    expect(server.requests).toHaveLength(1);
  });

  it('is refused on a read-only profile', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    setActive({ ...active, readOnly: true });
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a card number', '{"number":"4111 1111 1111 1111"}', 'replay-card-number'],
    ['a secret of its headers in the body', '{"password":"Bearer CANARY-SECRET"}', 'replay-secret'],
  ])('is refused if the body contained %s', async (_what, body, code) => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X, body }));
    await history.settled();
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).refused?.code).toBe(code);
    await expect(replay(id)).rejects.toBeInstanceOf(ProblemError);
    expect(server.requests).toHaveLength(1);
    const detail = await handlers.openHistoryEntry.handle({ id });
    expect(JSON.stringify(detail)).not.toMatch(/CANARY|4111 1111 1111 1111/);
    expect(detail?.notKept.join(' ')).toContain('masked');
  });

  it('many times sends as often as asked, no faster than asked, and returns a summary', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    await history.settled();
    const argument = await argumentFor(id);
    const started = Date.now();
    const many = await handlers.replayManyTimes.handle({ ...argument, times: 5, perSecond: 20 });
    expect(Date.now() - started).toBeGreaterThanOrEqual(4 * 50 - 20);
    expect(many).toMatchObject({ kind: 'done', summary: { asked: 5, sent: 5, stopped: null } });
    expect(new Set(wire()).size).toBe(1);
    expect(server.requests).toHaveLength(6);
    expect((await entries()).filter(({ replayOf }) => replayOf === id)).toHaveLength(5);
  });

  it.each([
    ['on production', { environment: 'production' }, 'replay-many-in-production'],
    ['under another profile than its own', { id: 'another' }, 'replay-many-other-profile'],
  ] as const)('many times is refused %s, and nobody is asked', async (_where, changes, code) => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    await history.settled();
    const before = app.questions.length;
    setActive({ ...active, ...changes });
    const argument = await argumentFor(id);
    await expect(
      handlers.replayManyTimes.handle({ ...argument, times: 5, perSecond: 20 }),
    ).rejects.toMatchObject({ problem: { code } });
    expect(app.questions).toHaveLength(before);
    expect(server.requests).toHaveLength(1);
  });
});

it('a switch of the profile ends many replays after the one at the service, and the summary says so', async () => {
  const { id } = await compose(draftWith({ destinationUrl: URL_X }));
  await history.settled();
  setOnRequest((socket) => {
    calls.leaveAll('the profile was switched');
    socket.end(ANSWER);
  });
  const many = await handlers.replayManyTimes.handle({ ...(await argumentFor(id)), times: 3, perSecond: 20 });
  expect(many).toMatchObject({
    summary: {
      sent: 1,
      stopped: { title: 'Cancelled: the profile was switched', meaning: 'The rest was not sent.' },
    },
  });
  expect(server.requests).toHaveLength(2);
});

describe('a replay’s notes about its effect', () => {
  const notesOf = async (request: RequestSpec): Promise<string> => {
    const { id } = await send(request);
    await history.settled();
    const { notes } = await handlers.planReplay.handle({ id, profileId: active.id });
    return notes.join('\n');
  };
  const withBody = (body: string): RequestSpec => requestOfDraft(draftWith({ destinationUrl: URL_X, body }));

  it('say that it may charge again, and that cryptograms are new each time', async () => {
    const cryptogram = await notesOf(withBody('{"n":"{{CARD_NUMBER_1}}","c":"{{ CARD_CRYPTOGRAM_1 }}"}'));
    expect(cryptogram).toMatch(/create or charge again/);
    expect(cryptogram).toMatch(/cryptogram that is new for each request/);
    const stored = await notesOf(withBody('{"n":"{{CARD_NUMBER_1}}"}'));
    expect(stored).toMatch(/card data as the service has it stored now/);
    expect(stored).not.toMatch(/cryptogram/);
  });

  it('do not mention a charge if the method only reads', async () => {
    const reads = await notesOf(
      requestOfDraft(draftWith({ destinationUrl: URL_X, method: 'GET', body: '' })),
    );
    expect(reads).toBe('It goes to the destination again. By its method, GET, it is meant to read only.');
  });

  it('are empty for a list of buyers', async () => {
    expect(await notesOf(FIRST_PAGE)).toBe('');
  });
});
