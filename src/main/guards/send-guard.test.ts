import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GRANT_MS, type SendConfirmation, type SendGrant, type SendQuestion } from '../../shared/guard';
import { DEFAULT_MERCHANT_HEADER, DEFAULT_TIMEOUTS, type Profile } from '../../shared/profile';
import { SecretKeeper } from '../credentials/secret-keeper';
import { TestingKeychain } from '../credentials/testing-keychain';
import { SecretHosts } from '../secrets/secret-hosts';
import type { GuardedSend } from './send-facts';
import { SendGuard } from './send-guard';

const sandbox: Profile = {
  id: 'sandbox',
  name: 'Sandbox EU',
  environment: 'sandbox',
  baseUrl: 'https://api.sandbox.example.com',
  merchantAccountId: 'acme',
  merchantHeader: DEFAULT_MERCHANT_HEADER,
  readOnly: false,
  timeouts: { ...DEFAULT_TIMEOUTS },
  proxy: { kind: 'system' },
  extraCaFile: null,
  clientCertificate: null,
};
const production: Profile = {
  ...sandbox,
  id: 'live',
  name: 'Live EU',
  environment: 'production',
  baseUrl: 'https://api.example.com',
};

const PAYMENT_METHOD = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const AUTHENTICATION = '9b2b0f0a-7f0a-4d5c-8a41-6a3c5f1e2d10';

function forwardOf(
  profile: Profile,
  changes: Partial<GuardedSend> = {},
  more: GuardedSend['headers'] = [],
): GuardedSend {
  return {
    profile,
    method: 'POST',
    url: `${profile.baseUrl ?? ''}/vault-forward`,
    headers: [
      ['content-type', 'application/json'],
      ['x-vault-forward-url', 'https://psp.example.net/charge'],
      ['x-vault-forward-http-method', 'PUT'],
      ['x-vault-forward-payment-methods', PAYMENT_METHOD],
      ['x-vault-forward-authentications', AUTHENTICATION],
      ...more,
    ],
    body: '{"number":"{{CARD_NUMBER_1}}"}',
    composedUnder: null,
    ...changes,
  };
}
const secretHeader = (value: string) => [['x-vault-forward-header-authorization', value]] as const;

let folder: string;
let now: number;
let keychain: TestingKeychain;
let secretHosts: SecretHosts;
let announced: (readonly SendGrant[])[];
let guard: SendGuard;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-'));
  now = Date.parse('2026-11-21T10:00:00Z');
  keychain = new TestingKeychain();
  announced = [];
  startGuard();
});
afterEach(() => rm(folder, { recursive: true }));

function startGuard(): void {
  const keeper = new SecretKeeper(keychain, join(folder, 'secrets.json'));
  secretHosts = new SecretHosts({ path: join(folder, 'secret-hosts.json'), keeper });
  guard = new SendGuard({
    secretHosts,
    profileName: async (id) => (id === 'sandbox' ? sandbox.name : null),
    announceGrants: (grants) => announced.push(grants),
    now: () => now,
  });
}

async function ask(send: GuardedSend, confirmation: SendConfirmation | null = null): Promise<SendQuestion> {
  const verdict = await guard.check(send, confirmation);
  if (verdict.kind !== 'question') throw new Error('it was allowed');
  return verdict.question;
}
const yes = ({ ticket }: SendQuestion, doNotAskForTenMinutes = false): SendConfirmation => ({
  ticket,
  decision: 'send',
  doNotAskForTenMinutes,
});
const kinds = ({ reasons }: SendQuestion): string[] => reasons.map(({ kind }) => kind);

describe('on a sandbox profile', () => {
  it('lets a request made there pass', async () => {
    expect(await guard.check(forwardOf(sandbox), null)).toEqual({ kind: 'allowed', cards: [] });
  });

  it('warns of card numbers, with their place, and lets them pass', async () => {
    const send = forwardOf(sandbox, { body: '{\n  "number": "4111 1111 1111 1111"\n}' });
    expect(await guard.check(send, null)).toEqual({
      kind: 'allowed',
      cards: [
        {
          part: 'body',
          header: null,
          masked: '4111 11•• •••• 1111',
          network: 'Visa',
          testNumber: true,
          line: 2,
          column: 14,
        },
      ],
    });
  });
});

describe('on a read-only profile', () => {
  it.each([
    ['POST', false],
    ['DELETE', false],
    ['HEAD', false],
    ['get', false],
    ['GET', true],
  ])('%s passes: %s', async (method, passes) => {
    const checked = guard.check(forwardOf({ ...sandbox, readOnly: true }, { method }), null);
    if (passes) await expect(checked).resolves.toMatchObject({ kind: 'allowed' });
    else await expect(checked).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
  });

  it('no confirmation opens it', async () => {
    const confirmation = yes(await ask(forwardOf(production)));
    const locked = forwardOf({ ...production, readOnly: true });
    await expect(guard.check(locked, confirmation)).rejects.toMatchObject({
      problem: { code: 'profile-read-only' },
    });
  });
});

describe('on a production profile', () => {
  it('asks before anything but a GET, and names what the dialog must say', async () => {
    expect(await ask(forwardOf(production))).toEqual({
      ticket: expect.stringMatching(/^[0-9a-f-]{36}$/),
      profile: { id: 'live', name: 'Live EU', environment: 'production' },
      serviceHost: 'api.example.com',
      method: 'POST',
      forward: {
        destinationHost: 'psp.example.net',
        method: 'PUT',
        paymentMethods: [PAYMENT_METHOD],
        authentications: [AUTHENTICATION],
      },
      reasons: [{ kind: 'production' }],
      mayGrant: true,
      askedAgain: null,
    });
    const look = { ...forwardOf(production), method: 'GET', headers: [], body: '' };
    expect(await guard.check(look, null)).toEqual({ kind: 'allowed', cards: [] });
  });

  it('sends once for a yes, and asks again for the next', async () => {
    const send = forwardOf(production);
    const confirmation = yes(await ask(send));
    expect(await guard.check(send, confirmation)).toMatchObject({ kind: 'allowed' });
    expect(await ask(send, confirmation)).toMatchObject({ askedAgain: 'expired' });
  });

  it.each<[string, Partial<GuardedSend>]>([
    ['the body', { body: '{"number":"{{CARD_NUMBER_1}}" }' }],
    ['a header', { headers: [...forwardOf(production).headers, ['x-vault-forward-header-a', 'b']] }],
    ['the destination', { headers: [['x-vault-forward-url', 'https://psp2.example.net/charge']] }],
    ['the method', { method: 'PUT' }],
    ['the profile', { profile: { ...production, id: 'live-2' } }],
    ['where the profile leads', { profile: { ...production, baseUrl: 'https://elsewhere.example.com' } }],
    ['the merchant account', { profile: { ...production, merchantAccountId: 'other' } }],
  ])('a yes does not count once %s has changed', async (_, changes) => {
    const confirmation = yes(await ask(forwardOf(production)));
    const changed = { ...forwardOf(production), ...changes };
    const question = await ask(changed, confirmation);
    expect(question.askedAgain).toBe('changed');
    expect(await ask(forwardOf(production), confirmation)).toMatchObject({ askedAgain: 'expired' });
    expect(await guard.check(changed, yes(question))).toMatchObject({ kind: 'allowed' });
  });

  it('a yes does not count after ten minutes, nor one that nobody asked for', async () => {
    const confirmation = yes(await ask(forwardOf(production)));
    now += 600_000;
    expect(await ask(forwardOf(production), confirmation)).toMatchObject({ askedAgain: 'expired' });
    const made = { ticket: PAYMENT_METHOD, decision: 'send', doNotAskForTenMinutes: true } as const;
    expect(await ask(forwardOf(production), made)).toMatchObject({ askedAgain: 'expired' });
    expect(guard.describeGrants()).toEqual([]);
  });

  it('a yes is worthless once the profile was edited', async () => {
    const confirmation = yes(await ask(forwardOf(production)));
    guard.forgetProfile('live');
    expect(await ask(forwardOf(production), confirmation)).toMatchObject({ askedAgain: 'expired' });
  });

  it.each<[string, Partial<GuardedSend>, string]>([
    ['body', { body: '{"number":"4111111111111111"}' }, 'in the body, line 1, column 12'],
    ['header', { headers: [['x-note', '5555-5555-5555-4444']] }, 'in the header x-note'],
    ['URL', { url: 'https://api.example.com/vault-forward?pan=4111111111111111' }, 'in the URL'],
    ['notes', { notes: 'card 378282246310005' }, 'kept with the request'],
  ])('blocks a card number in the %s, saying where, and never the number', async (_, changes, where) => {
    const send = { ...forwardOf(production), ...changes };
    const error: unknown = await guard.check(send, null).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      problem: { code: 'card-numbers', detail: expect.stringContaining(where) },
    });
    expect(JSON.stringify(error)).not.toMatch(/4111111111111111|5555-5555|378282246310005/);
  });

  it('asks about numbers of no known card network', async () => {
    const send = forwardOf(production, { body: '{"reference":1234567812345670}' });
    const question = await ask(send);
    expect(kinds(question)).toEqual(['production', 'unknown-numbers']);
    expect(JSON.stringify(question)).not.toContain('1234567812345670');
  });

  it('refuses what names no single destination', async () => {
    const twice = [['x-vault-forward-url', 'https://other.example.net']] as const;
    await expect(guard.check(forwardOf(production, {}, twice), null)).rejects.toMatchObject({
      problem: { code: 'unclear-destination' },
    });
  });
});

describe('"do not ask for 10 minutes"', () => {
  it('holds for its profile alone, is told, and ends by itself', async () => {
    await guard.check(forwardOf(production), yes(await ask(forwardOf(production)), true));
    expect(announced).toEqual([[{ profileId: 'live', until: '2026-11-21T10:10:00.000Z' }]]);
    const changed = forwardOf(production, { body: '{}' });
    expect(await guard.check(changed, null)).toMatchObject({ kind: 'allowed' });
    expect(kinds(await ask(forwardOf({ ...production, id: 'live-2' })))).toEqual(['production']);
    now += GRANT_MS;
    expect(guard.describeGrants()).toEqual([]);
    expect(kinds(await ask(changed))).toEqual(['production']);
  });

  it('can be ended, and ends when the profile is edited', async () => {
    await guard.check(forwardOf(production), yes(await ask(forwardOf(production)), true));
    expect(guard.endGrant('live')).toEqual([]);
    expect(announced.at(-1)).toEqual([]);
    await guard.check(forwardOf(production), yes(await ask(forwardOf(production)), true));
    guard.forgetProfile('live');
    expect(kinds(await ask(forwardOf(production)))).toEqual(['production']);
  });

  it('is not prolonged by a clock that is set back', async () => {
    await guard.check(forwardOf(production), yes(await ask(forwardOf(production)), true));
    now -= 1;
    expect(kinds(await ask(forwardOf(production)))).toEqual(['production']);
  });

  it("covers neither another profile's request, nor card numbers, nor a new host for a secret", async () => {
    await guard.check(forwardOf(production), yes(await ask(forwardOf(production)), true));
    expect(kinds(await ask(forwardOf(production, { composedUnder: 'sandbox' })))).toEqual(['other-profile']);
    expect(kinds(await ask(forwardOf(production, {}, secretHeader('Bearer x'))))).toEqual(['secret-host']);
    await expect(
      guard.check(forwardOf(production, { body: '4111111111111111' }), null),
    ).rejects.toMatchObject({
      problem: { code: 'card-numbers' },
    });
  });
});

describe('a request composed or recorded under another profile', () => {
  it('asks again, whatever the environment and the method', async () => {
    const question = await ask(forwardOf(sandbox, { composedUnder: 'live' }));
    expect(question).toMatchObject({
      reasons: [{ kind: 'other-profile', profileId: 'live', name: null }],
      mayGrant: false,
    });
    const get = { ...forwardOf(production, { composedUnder: 'sandbox' }), method: 'GET' };
    expect(await ask(get)).toMatchObject({ reasons: [{ kind: 'other-profile', name: 'Sandbox EU' }] });
    expect(await guard.check(get, yes(await ask(get)))).toMatchObject({ kind: 'allowed' });
  });
});

describe('secrets for the destination', () => {
  const send = (value: string, host = 'psp.example.net'): GuardedSend => ({
    ...forwardOf(sandbox),
    headers: [['x-vault-forward-url', `https://${host}/charge`], ...secretHeader(value)],
  });

  it('are asked about at their first use, then go to their host only, also after a restart', async () => {
    const question = await ask(send('Bearer CANARY'));
    expect(question.reasons).toEqual([
      { kind: 'secret-host', header: 'authorization', host: 'psp.example.net' },
    ]);
    expect(JSON.stringify(question)).not.toContain('CANARY');
    await guard.check(send('Bearer CANARY'), yes(question));
    startGuard();
    expect(await guard.check(send('Bearer CANARY'), null)).toMatchObject({ kind: 'allowed' });
    await expect(guard.check(send('Bearer CANARY', 'evil.example.org'), null)).rejects.toMatchObject({
      problem: { code: 'secret-host', meaning: expect.stringContaining('psp.example.net') },
    });
    expect(kinds(await ask(send('Bearer another')))).toEqual(['secret-host']);
    for (const name of ['secret-hosts.json', 'secrets.json']) {
      expect(await readFile(join(folder, name), 'utf8')).not.toContain('CANARY');
    }
  });

  it('may get more hosts, and lose them', async () => {
    await guard.check(send('Bearer x'), yes(await ask(send('Bearer x'))));
    const [list] = await secretHosts.describe();
    const id = list?.id ?? '';
    expect(list).toEqual({ id, header: 'authorization', hosts: ['psp.example.net'] });
    await secretHosts.allow(id, ' API.Example.org:443 ');
    expect(await guard.check(send('Bearer x', 'api.example.org'), null)).toMatchObject({ kind: 'allowed' });
    await expect(secretHosts.allow(id, 'https://x/y')).rejects.toMatchObject({ problem: { field: 'Host' } });
    await secretHosts.forget(id, 'api.example.org');
    await expect(guard.check(send('Bearer x', 'api.example.org'), null)).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
    expect(await secretHosts.forget(id, 'psp.example.net')).toEqual([]);
    expect(kinds(await ask(send('Bearer x')))).toEqual(['secret-host']);
  });

  it('count also when the person marked them, and stay on this computer without a question', async () => {
    const marked = {
      ...forwardOf(sandbox, { markedSecret: ['x-mine'] }, [['x-vault-forward-header-x-mine', 'CANARY']]),
    };
    expect(kinds(await ask(marked))).toEqual(['secret-host']);
    expect(await guard.check(send('Bearer x', '127.0.0.1:8443'), null)).toMatchObject({ kind: 'allowed' });
  });

  it('are known for this run only where there is no keychain and never was a list', async () => {
    keychain.trouble = 'absent';
    await guard.check(send('Bearer x'), yes(await ask(send('Bearer x'))));
    expect(await guard.check(send('Bearer x'), null)).toMatchObject({ kind: 'allowed' });
    await expect(readFile(join(folder, 'secret-hosts.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    startGuard();
    expect(kinds(await ask(send('Bearer x')))).toEqual(['secret-host']);
  });

  it.each(['absent', 'locked', 'failed'] as const)(
    'refuse a secret that may be bound while the keychain is %s, and know it again when it answers',
    async (trouble) => {
      await guard.check(send('Bearer x'), yes(await ask(send('Bearer x'))));
      startGuard();
      keychain.trouble = trouble;
      for (const host of ['psp.example', 'evil.example']) {
        await expect(guard.check(send('Bearer x', host), null)).rejects.toMatchObject({
          problem: {
            code: `secret-hosts-${trouble}`,
            meaning: expect.stringContaining('Nothing was sent'),
            nextStep: expect.stringContaining('send it again'),
          },
        });
      }
      keychain.trouble = null;
      await expect(guard.check(send('Bearer x', 'evil.example'), null)).rejects.toMatchObject({
        problem: { code: 'secret-host' },
      });
    },
  );

  it.each(['locked', 'failed'] as const)(
    'ask about nothing while the keychain is %s, also without a list: it may be another keychain that knows',
    async (trouble) => {
      keychain.trouble = trouble;
      await expect(guard.check(send('Bearer x'), null)).rejects.toMatchObject({
        problem: { code: `secret-hosts-${trouble}` },
      });
      keychain.trouble = null;
      expect(kinds(await ask(send('Bearer x')))).toEqual(['secret-host']);
    },
  );

  it('refuse every secret when the key is gone, until the list is emptied by hand', async () => {
    await guard.check(send('Bearer x'), yes(await ask(send('Bearer x'))));
    startGuard();
    keychain.secrets.clear();
    await expect(guard.check(send('Bearer x'), null)).rejects.toMatchObject({
      problem: { code: 'secret-hosts-key-gone' },
    });
    for (const { id, hosts } of await secretHosts.describe()) {
      for (const host of hosts) await secretHosts.forget(id, host);
    }
    expect(kinds(await ask(send('Bearer x')))).toEqual(['secret-host']);
  });

  it('keep for this run what was allowed before the keychain came', async () => {
    keychain.trouble = 'absent';
    await guard.check(send('Bearer x'), yes(await ask(send('Bearer x'))));
    keychain.trouble = null;
    expect(await guard.check(send('Bearer x'), null)).toMatchObject({ kind: 'allowed' });
    await expect(guard.check(send('Bearer x', 'evil.example'), null)).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
  });
});
