import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import type { ReplayArgument } from '@shared/bridge/history';
import type { SendResult } from '@shared/bridge/sending';
import { SAME_CLICK_CODE, UNDER_WAY_CODE } from '@shared/requests/same-click';
import type { Profile } from '@shared/profiles/profile';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { testingProfile } from '@shared/testing/testing-profile';
import {
  URL_X,
  active,
  app,
  argumentFor,
  compose,
  handlers,
  history,
  openApp,
  openEach,
  replay,
  send,
  server,
  setActive,
  setOnRequest,
  testing,
  wire,
} from './replay-wire.fixture';

openEach();

describe('an idempotency key', () => {
  const withKey = (name = 'Idempotency-Key'): VaultForwardDraft =>
    draftWith({
      destinationUrl: URL_X,
      headers: [{ id: 'k', name, value: 'key-1', secret: false, enabled: true }],
    });
  const keys = (): (string | undefined)[] =>
    wire().map((text) => /x-vault-forward-header-(?:x-)?idempotency-key: ([^\r]*)/i.exec(text)?.[1]);

  it.each(['Idempotency-Key', 'x-idempotency-key'])('(%s) is asked about before a replay', async (name) => {
    const { id, startedAt } = await compose(withKey(name));
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.idempotency).toEqual({
      header: `x-vault-forward-header-${name}`,
      sentAt: startedAt,
      unknownOutcome: false,
    });
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-key-undecided' } });
    expect(server.requests).toHaveLength(1);
  });

  it('is the same or new, as the person chooses', async () => {
    const { id } = await compose(withKey());
    await replay(id, { idempotencyKey: 'same' });
    await replay(id, { idempotencyKey: 'new' });
    const [first, same, fresh, ...more] = wire();
    expect(more).toEqual([]);
    expect(same).toBe(first);
    const [, , key = ''] = keys();
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    // Nothing else differs.
    const plain = (text = ''): string => text.replace(key, 'key-1');
    expect(plain(fresh)).toBe(first);
  });

  it('is new for each of many replays, if new ones were chosen', async () => {
    const { id } = await compose(withKey());
    app.now += 2_000;
    await handlers.replayManyTimes.handle({
      ...(await argumentFor(id, { idempotencyKey: 'new' })),
      times: 5,
      perSecond: 20,
    });
    expect(new Set(keys()).size).toBe(6);
    app.now += 2_000;
    await handlers.replayManyTimes.handle({
      ...(await argumentFor(id, { idempotencyKey: 'same' })),
      times: 3,
      perSecond: 20,
    });
    expect(keys().slice(6)).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('does not turn a double click into two requests, for one replay or many', async () => {
    const { id } = await compose(withKey());
    const own = (): Promise<ReplayArgument> => argumentFor(id, { idempotencyKey: 'new' });
    const once = async (): Promise<SendResult> => handlers.replayExchange.handle(await own());
    const many = async (): Promise<unknown> =>
      handlers.replayManyTimes.handle({ ...(await own()), times: 2, perSecond: 20 });
    for (const act of [once, many]) {
      app.now += 2_000;
      const before = server.requests.length;
      // Either of the two may come first.
      const both = await Promise.allSettled([act(), act()]);
      const [refused, ...more] = both.filter(({ status }) => status === 'rejected');
      const code = expect.stringMatching(`^(?:${UNDER_WAY_CODE}|${SAME_CLICK_CODE})$`);
      expect([refused, more]).toMatchObject([{ reason: { problem: { code } } }, []]);
      await expect(act()).rejects.toMatchObject({ problem: { code: SAME_CLICK_CODE } });
      expect(server.requests.length - before).toBe(act === once ? 1 : 2);
    }
  });

  it('is marked as the safe choice after an unknown outcome', async () => {
    setOnRequest((socket) => socket.destroy());
    const { id, outcome } = await compose(withKey());
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveArrived: true });
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.idempotency?.unknownOutcome).toBe(true);
    // A refused connection certainly had no effect.
    const { port } = server;
    await server.close();
    setActive({ ...active, baseUrl: `http://127.0.0.1:${port}` });
    const refused = await compose(withKey());
    expect(refused.outcome).toMatchObject({ mayHaveArrived: false });
    // Nobody has a stored answer for it, and it had no effect, so there is nothing to ask or warn about.
    expect(await handlers.planReplay.handle({ id: refused.id, profileId: active.id })).toMatchObject({
      idempotency: null,
      notes: [],
    });
  });

  it('is marked as the safe choice after an answer that leaves the outcome open', async () => {
    for (const [answer, isUnknown] of [
      ['HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\n\r\n', true],
      ['HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n', false],
    ] as const) {
      setOnRequest((socket) => void socket.end(answer));
      const { id } = await compose(withKey());
      const plan = await handlers.planReplay.handle({ id, profileId: active.id });
      expect(plan.idempotency?.unknownOutcome).toBe(isUnknown);
    }
  });

  it('is asked about before a 504 is replayed, even after a restart', async () => {
    setOnRequest((socket) => void socket.end('HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\n\r\n'));
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    for (const restart of [false, true]) {
      await history.settled();
      if (restart) await testing.reopen();
      if (restart) openApp();
      app.answer = { confirmed: false, checked: false };
      expect(await replay(id)).toEqual({ kind: 'declined' });
      expect(app.questions).toMatchObject([
        {
          title: 'Send it again?',
          lead: [expect.stringContaining(', was answered 504, and may still have been')],
        },
      ]);
    }
    expect(server.requests).toHaveLength(1);
  });

  it('asks in main before a replay with a new key of a send that may be out, even after a restart', async () => {
    setOnRequest((socket) => socket.destroy());
    const { id } = await compose(withKey());
    for (const restart of [false, true]) {
      await history.settled();
      if (restart) await testing.reopen();
      if (restart) openApp();
      app.answer = { confirmed: false, checked: false };
      expect(await replay(id, { idempotencyKey: 'new' })).toEqual({ kind: 'declined' });
      expect(app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
      app.now += 2_000;
      const many = { ...(await argumentFor(id, { idempotencyKey: 'new' })), times: 2, perSecond: 20 };
      expect(await handlers.replayManyTimes.handle(many)).toEqual({ kind: 'declined' });
    }
    expect(server.requests).toHaveLength(1);
  });

  it('is not asked about if there is none', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).idempotency).toBeNull();
  });
});

describe('A request with variables', () => {
  const draft = (): VaultForwardDraft =>
    draftWith({
      destinationUrl: 'http://${host}/x',
      headers: [{ id: 'k', name: 'idempotency-key', value: '${uuid}', secret: false, enabled: true }],
      body: '{"order":"${order}","id":"${uuid}","literal":"$${order}"}',
    });
  const under = (order: string): Profile =>
    testingProfile({
      baseUrl: server.url,
      variables: [
        { name: 'host', value: '127.0.0.1:9' },
        { name: 'order', value: order },
      ],
    });
  const bodies = (): Record<string, string>[] =>
    server.received.map((bytes) => {
      const text = bytes.toString('utf8');
      return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, string>;
    });
  const keys = (): (string | undefined)[] =>
    server.received.map((bytes) => /idempotency-key: (\S+)/.exec(bytes.toString('utf8'))?.[1]);

  it('is replayed with the same bytes or with new values, whatever the profile says now', async () => {
    setActive(under('A'));
    const { id } = await compose(draft());
    await history.settled();
    openApp();
    setActive(under('B'));
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).variables).toEqual({
      names: ['host', 'uuid', 'order'],
      missing: [],
      address: 'POST http://127.0.0.1:9/x',
    });
    setActive({ ...under('B'), variables: [] });
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).variables).toMatchObject({
      missing: ['host', 'order'],
    });
    setActive(under('B'));
    await replay(id, { idempotencyKey: 'same' });
    await replay(id, { idempotencyKey: 'same', values: 'new' });
    await replay(id, { idempotencyKey: 'new', values: 'new' });
    const [sent, same, anew, another] = bodies();
    expect(same).toEqual(sent);
    expect(sent).toMatchObject({ order: 'A', literal: '${order}' });
    expect(anew).toMatchObject({ order: 'B', literal: '${order}' });
    expect(anew?.id).not.toBe(sent?.id);
    const [key, ...others] = keys();
    expect(others.slice(0, 2)).toEqual([key, key]);
    expect(key).toBe(sent?.id);
    expect(others[2]).not.toBe(key);
    expect(another?.id).not.toBe(anew?.id);
    // A request opened from the entry still gets a new key each time.
    const found = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 1 });
    const opened = await handlers.requestFromHistory.handle({ id: found?.entries[0]?.id ?? '' });
    expect(opened.request.headers.find(({ name }) => /idempotency-key$/i.test(name))?.value).toBe('${uuid}');
  });

  it.each([
    ['a path of its own', '/orders/${order}', {}, '/orders/'],
    ['a parameter of its path', '/orders/{id}', { id: '${order}' }, '/orders/'],
  ])('is to go to the address with new values: %s', async (_what, template, pathParameters, path) => {
    setActive(under('A/1'));
    const { id } = await send({
      version: 1,
      operation: 'free',
      target: { method: 'GET', path: template },
      pathParameters,
      query: [['page', '${order}']],
      headers: [],
      body: null,
    });
    const planned = async (): Promise<(string | null | undefined)[]> => {
      const { address, variables } = await handlers.planReplay.handle({ id, profileId: active.id });
      return [address, variables?.address];
    };
    setActive(under('B/2'));
    const [sent, anew] = ['A%2F1', 'B%2F2'].map((value) => `GET ${server.url}${path}${value}?page=${value}`);
    expect(await planned()).toEqual([sent, anew]);
    setActive({ ...under('B'), variables: [] });
    expect(await planned()).toEqual([sent, `GET ${server.url}${path}\${order}?page=\${order}`]);
  });

  it('is replayed many times with new values each time', async () => {
    setActive(under('A'));
    const { id } = await compose({ ...draft(), headers: [] });
    app.now += 2_000;
    const argument = await argumentFor(id, { values: 'new' });
    await handlers.replayManyTimes.handle({ ...argument, times: 3, perSecond: 1000 });
    expect(new Set(bodies().map((body) => body.id)).size).toBe(4);
  });

  it('is opened as composed, with text that looks like a variable escaped', async () => {
    setActive(under('A'));
    const { id } = await compose(draft());
    const opened = await handlers.requestFromHistory.handle({ id });
    expect(opened.request.body).toBe(draft().body);
    await replay(id, { idempotencyKey: 'same' });
    const found = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 1 });
    const [replayed] = found?.entries ?? [];
    expect((await handlers.requestFromHistory.handle({ id: replayed?.id ?? '' })).request.body).toBe(
      draft().body,
    );
    const asWritten = {
      id: randomUUID(),
      request: requestOfDraft(draftWith({ destinationUrl: URL_X, body: '"${order}"' })),
      profile: active,
      composedUnder: null,
      replayOf: null,
      variables: null,
    };
    await app.sender.submit(asWritten, { callId: randomUUID(), signal: new AbortController().signal });
    const opened2 = await handlers.requestFromHistory.handle({ id: asWritten.id });
    expect(opened2.request.body).toBe('"$${order}"');
  });
});
