import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { type Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { call, charge, CREATED, order, sendingWorld, SESSION } from './sending-world.fixture';

const world = sendingWorld();

const codeOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem.code : `no problem: ${String(error)}`;

describe('one click sends once', () => {
  it('refuses the identical request while it is under way', async () => {
    let release: () => void = () => undefined;
    world.onRequest = (socket) => (release = () => socket.end(CREATED));
    const first = world.app.submit(charge(), world.profile());
    await expect.poll(() => world.server.requests.length).toBe(1);
    const second = world.app.submit(charge(), world.profile());
    expect(await second.catch(codeOf)).toBe('already-under-way');
    release();
    expect(await first).toMatchObject({ kind: 'sent' });
    expect(world.server.requests).toHaveLength(1);
  });

  it('refuses it within a second of the answer, and sends it later', async () => {
    await world.app.submit(charge(), world.profile());
    const again = () => world.app.sender.submit(order(charge(), world.profile()), call()).catch(codeOf);
    world.app.now += 900;
    expect(await again()).toBe('sent-just-now');
    expect(world.server.requests).toHaveLength(1);
    world.app.now += 1_000;
    expect(await again()).toMatchObject({ kind: 'sent' });
    expect(world.server.requests).toHaveLength(2);
  });

  it('counts a replay of a replay as the same click, but not a replay right after the send', async () => {
    const own = world.profile();
    await world.app.submit(charge(), own);
    const replay = () =>
      world.app.sender.submit({ ...order(charge(), own), replayOf: randomUUID() }, call()).catch(codeOf);
    expect(await replay()).toMatchObject({ kind: 'sent' });
    // If the window shows the replay at once, the second half of a double click replays that replay.
    for (let held = 0; held < 5; held += 1) {
      world.app.now += 900;
      expect(await replay()).toBe('sent-just-now');
    }
    expect(world.server.requests).toHaveLength(2);
  });

  it('lets a different request and reads through at once', async () => {
    await world.app.submit(charge(), world.profile());
    const other = charge('{"number":"{{CARD_NUMBER_1}}","amount":2}');
    await world.app.sender.submit(order(other, world.profile()), call());
    await world.app.sender.submit(order(SESSION, world.profile()), call());
    await world.app.sender.submit(order(SESSION, world.profile()), call());
    expect(world.server.requests).toHaveLength(4);
  });

  it('allows a request again at once after it was declined', async () => {
    world.app.answer = { confirmed: false, checked: false };
    const production = world.profile({ environment: 'production' });
    expect(await world.app.submit(charge(), production)).toEqual({ kind: 'declined' });
    world.app.answer = { confirmed: true, checked: false };
    expect(await world.app.sender.submit(order(charge(), production), call())).toMatchObject({
      kind: 'sent',
    });
  });
});

describe('a plan is frozen', () => {
  it('refuses a plan whose profile has changed since the person agreed', async () => {
    const production = world.profile({ environment: 'production' });
    let now = production;
    world.start({ findProfile: () => Promise.resolve(now) });
    const plan = await world.app.sender.plan(order(charge(), production));
    await world.app.sender.agree([plan], call());
    now = { ...production, baseUrl: 'http://127.0.0.1:9' };
    expect(await world.app.sender.send(plan, call()).catch(codeOf)).toBe('profile-changed');
    expect(world.server.received).toHaveLength(0);
  });

  it('asks for the credential with exactly the planned profile', async () => {
    const asked: Profile[] = [];
    world.start({
      bearerFor: (of) => {
        asked.push(of);
        return Promise.resolve('a.token.value');
      },
    });
    const own = world.profile();
    await world.app.submit(SESSION, own);
    expect(asked).toEqual([own]);
    expect(Object.isFrozen(asked[0])).toBe(true);
  });

  it('sends nothing without agreement, and sends an agreed plan only once', async () => {
    const own = world.profile();
    await world.app.submit(SESSION, own);
    const plan = await world.app.sender.plan(order(charge(), own));
    expect(() => world.app.sender.send(plan, call())).toThrow('nobody agreed');
    await world.app.sender.agree([plan], call());
    await world.app.sender.send(plan, call());
    expect(() => world.app.sender.send(plan, call())).toThrow('nobody agreed');
  });

  it('computes no mark for a request that only reads', async () => {
    const asked: PropertyKey[] = [];
    const plan = new Proxy(await world.app.sender.plan(order(SESSION, world.profile())), {
      get: (target, name): unknown => {
        asked.push(name);
        return Reflect.get(target, name);
      },
    });
    expect(await world.app.sender.agree([plan], call())).toBe('allowed');
    expect(asked).toContain('wire');
    expect(asked).not.toContain('mark');
  });

  it.each(['authorization', 'Host', 'X-Service-Merchant-Account-Id', 'X_Service_Merchant_Account_Id'])(
    'refuses a request header that the profile sets: %s',
    async (name) => {
      const request = { ...SESSION, headers: [{ name, value: 'x', secret: false }] };
      expect(await world.app.submit(request, world.profile()).catch(codeOf)).toBe('header-not-yours');
      expect(world.server.received).toHaveLength(0);
    },
  );
});

it.each(['X-HTTP-Method-Override', 'x-http-method', 'X-Method-Override', 'X_HTTP_Method_Override'])(
  'refuses a read if %s overrides its method',
  async (name) => {
    const asking = (value: string) => ({ ...SESSION, headers: [{ name, value, secret: false }] });
    for (const value of ['POST', ' delete '])
      expect(await world.app.submit(asking(value), world.profile()).catch(codeOf)).toBe('method-override');
    expect(world.server.received).toHaveLength(0);
    expect(await world.app.submit(asking('get'), world.profile())).toMatchObject({ kind: 'sent' });
    const posts = { ...charge(), headers: [...charge().headers, { name, value: 'PATCH', secret: false }] };
    expect(await world.app.submit(posts, world.profile())).toMatchObject({ kind: 'sent' });
  },
);

it.each(['X_Vault_Forward_Url', 'x-vault_forward-Payment-Methods', 'x_vault_forward_header_authorization'])(
  'refuses a request with %s, as some servers read it as a Vault Forward header',
  async (name) => {
    const added = (request: RequestSpec) => ({
      ...request,
      headers: [...request.headers, { name, value: 'https://other.example', secret: false }],
    });
    const free = { operation: 'free', target: { method: 'POST', path: '/vault-forward-v2' } } as const;
    for (const request of [{ ...charge(), ...free }, SESSION].map(added))
      expect(await world.app.submit(request, world.profile()).catch(codeOf)).toBe('forward-header-writing');
    expect(await world.app.submit(added(charge()), world.profile()).catch(codeOf)).toBe('draft-has-errors');
    expect(world.server.received).toHaveLength(0);
  },
);

it('refuses a read if its profile’s merchant header overrides the method', async () => {
  const profile = world.profile({ merchantHeader: 'X-HTTP-Method-Override', merchantAccountId: 'POST' });
  expect(await world.app.submit(SESSION, profile).catch(codeOf)).toBe('method-override');
  expect(world.server.received).toHaveLength(0);
});
