import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GRANT_MS, type SendGrant } from '@shared/questions/guard';
import { declined, type Answer, type Question } from '@shared/questions/question';
import { type Profile } from '@shared/profiles/profile';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { SecretHosts } from '../secrets/secret-hosts';
import type { GuardedSend } from './send-facts';
import { SendGuard } from './send-guard';
import { testingProfile } from '@shared/testing/testing-profile';

const sandbox: Profile = testingProfile({ proxy: { kind: 'system' } });
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
      ['x-vault-forward-url', 'https://psp.example.net/charge?a=b'],
      ['x-vault-forward-http-method', 'PUT'],
      ['x-vault-forward-payment-methods', PAYMENT_METHOD],
      ['x-vault-forward-authentications', AUTHENTICATION],
      ...more,
    ],
    body: '{"number":"{{CARD_NUMBER_1}}"}',
    composedUnder: null,
    unsettledSince: null,
    ...changes,
  };
}
const secretHeader = (value: string) => [['x-vault-forward-header-authorization', value]] as const;
const yes: Answer = { confirmed: true, checked: false };
const yesForTenMinutes: Answer = { confirmed: true, checked: true };

let folder: string;
let now: number;
let keychain: TestingKeychain;
let secretHosts: SecretHosts;
let announced: (readonly SendGrant[])[];
let guard: SendGuard;
/** What the person was asked, in order. */
let asked: Question[];
/** What the person says. */
let person: (question: Question, signal: AbortSignal) => Promise<Answer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-'));
  now = Date.parse('2026-11-21T10:00:00Z');
  keychain = new TestingKeychain();
  announced = [];
  asked = [];
  person = async () => yes;
  startGuard();
});
afterEach(() => rm(folder, { recursive: true }));

function startGuard(): void {
  const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
  secretHosts = new SecretHosts({ path: join(folder, 'secret-hosts.json'), secretStore });
  guard = new SendGuard({
    secretHosts,
    ask: (question, signal) => {
      asked.push(question);
      return person(question, signal);
    },
    profileName: async (id) => (id === 'sandbox' ? sandbox.name : null),
    announceGrants: (grants) => announced.push(grants),
    now: () => now,
  });
}

const check = (send: GuardedSend, signal = new AbortController().signal) => guard.check([send], 1, signal);
const checkMany = (sends: readonly GuardedSend[], count = sends.length) =>
  guard.check(sends, count, new AbortController().signal);

/** The question that this send leads to, or many of them, answered by the person with `answer`. */
async function questionOf(
  send: GuardedSend | readonly GuardedSend[],
  answer: Answer = declined,
  count?: number,
): Promise<Question> {
  person = async () => answer;
  const before = asked.length;
  const sends: readonly GuardedSend[] = 'profile' in send ? [send] : send;
  expect(await checkMany(sends, count)).toBe(answer.confirmed ? 'allowed' : 'declined');
  expect(asked).toHaveLength(before + 1);
  const question = asked.at(-1);
  if (!question) throw new Error('nothing was asked');
  return question;
}

/** It may be sent, and nobody is asked. */
async function passes(send: GuardedSend): Promise<void> {
  const before = asked.length;
  expect(await check(send)).toBe('allowed');
  expect(asked).toHaveLength(before);
}

const factOf = ({ facts }: Question, label: string): string | null =>
  facts.find((fact) => fact.label === label)?.value ?? null;

describe('on a sandbox profile', () => {
  it('lets a request made there pass, also one with card numbers', async () => {
    await passes(forwardOf(sandbox));
    await passes(forwardOf(sandbox, { body: '{\n  "number": "4111 1111 1111 1111"\n}' }));
  });
});

describe('on a read-only profile', () => {
  it.each([
    ['POST', false],
    ['DELETE', false],
    ['HEAD', false],
    ['get', false],
    ['GET', true],
  ])('%s passes: %s, and no answer opens it', async (method, mayPass) => {
    const send = forwardOf({ ...sandbox, readOnly: true }, { method });
    if (mayPass) await passes(send);
    else await expect(check(send)).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
    expect(asked).toEqual([]);
  });
});

describe('on a production profile', () => {
  it('asks before anything but a GET, and names what the person has to know', async () => {
    expect(await questionOf(forwardOf(production))).toEqual({
      title: 'Send to production?',
      reasons: ['production'],
      lead: [],
      facts: [
        {
          label: 'Destination',
          value: 'https://psp.example.net/charge?a=b',
          emphasis: 'psp.example.net',
          mono: true,
          prefix: 'PUT',
        },
        {
          label: 'Through',
          value: 'https://api.example.com/vault-forward',
          emphasis: 'api.example.com',
          mono: true,
        },
        { label: 'Profile', value: 'Live EU (production)', emphasis: 'Live EU' },
        { label: 'Merchant account', value: 'acme' },
        { label: 'Payment method', value: PAYMENT_METHOD, mono: true },
        { label: 'Authentication', value: AUTHENTICATION, mono: true },
      ],
      danger: 'production',
      confirmLabel: 'Send to production',
      cancelLabel: 'Cancel',
      checkboxLabel: 'Do not ask for 10 minutes',
    });
    await passes({ ...forwardOf(production), method: 'GET', headers: [], body: '' });
  });

  it('names the amount of one request, and none of many', async () => {
    const send = forwardOf(production, { body: '{"amount":13591,"currency":"EUR"}' });
    expect((await questionOf(send)).amount?.text).toBe('EUR 135.91');
    expect((await questionOf([send, send])).amount).toBeUndefined();
    expect((await questionOf(forwardOf(production))).amount).toBeUndefined();
  });

  it('asks anew for each send: a yes is kept by nobody', async () => {
    await questionOf(forwardOf(production), yes);
    await questionOf(forwardOf(production), yes);
    await questionOf(forwardOf(production));
  });

  it('takes a call that was cancelled, before or while the person is asked, for a no', async () => {
    const controller = new AbortController();
    person = (_question, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(declined)));
    const verdict = check(forwardOf(production), controller.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    controller.abort();
    expect(await verdict).toBe('declined');
    // Nor does a yes count that comes nevertheless.
    person = async () => yes;
    expect(await check(forwardOf(production), controller.signal)).toBe('declined');
  });

  it('takes an edit of the profile while the person is asked for a no', async () => {
    person = (_question, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(yes)));
    const verdict = check(forwardOf(production));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    guard.forgetProfile('another');
    guard.forgetProfile('live');
    expect(await verdict).toBe('declined');
  });

  it.each<[string, Partial<GuardedSend>, string]>([
    ['body', { body: '{"number":"4111111111111111"}' }, 'in the body, line 1, column 12'],
    ['header', { headers: [['x-note', '5555-5555-5555-4444']] }, 'in the header x-note'],
    ['URL', { url: 'https://api.example.com/vault-forward?pan=4111111111111111' }, 'in the URL'],
  ])('blocks a card number in the %s, saying where, and never the number', async (_, changes, where) => {
    const error: unknown = await check({ ...forwardOf(production), ...changes }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      problem: { code: 'card-numbers', detail: expect.stringContaining(where) },
    });
    expect(JSON.stringify(error)).not.toMatch(/4111111111111111|5555-5555|378282246310005/);
    expect(asked).toEqual([]);
  });

  it('asks about numbers of no known card network, in the same question', async () => {
    const question = await questionOf(forwardOf(production, { body: '{"reference":1234567812345670}' }));
    expect(question.title).toBe('Send to production?');
    expect(question.lead).toEqual([expect.stringContaining('could be card numbers')]);
    expect(factOf(question, 'Numbers')).toContain('in the body, line 1');
    expect(JSON.stringify(question)).not.toContain('1234567812345670');
  });

  it('refuses what names no single destination', async () => {
    const twice = [['x-vault-forward-url', 'https://other.example.net']] as const;
    await expect(check(forwardOf(production, {}, twice))).rejects.toMatchObject({
      problem: { code: 'unclear-destination' },
    });
  });

  it('shows nothing that could make the question say something else', async () => {
    const name = 'Live\u202eUE\nProfile: Sandbox';
    const question = await questionOf(
      forwardOf({ ...production, name }, {}, [['x-vault-forward-http-method', 'GET\u2066https://ours']]),
    );
    expect(JSON.stringify(question)).not.toMatch(/\\n|[\u202e\u2066]/);
  });
});

describe('"do not ask for 10 minutes"', () => {
  it('holds for its profile alone, is told, and ends by itself', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    expect(announced).toEqual([[{ profileId: 'live', until: '2026-11-21T10:10:00.000Z' }]]);
    const changed = forwardOf(production, { body: '{}' });
    await passes(changed);
    await questionOf(forwardOf({ ...production, id: 'live-2' }));
    now += GRANT_MS;
    expect(guard.describeGrants()).toEqual([]);
    await questionOf(changed);
  });

  it('can be ended, and ends when the profile is edited', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    expect(guard.endGrant('live')).toEqual([]);
    expect(announced.at(-1)).toEqual([]);
    await questionOf(forwardOf(production), yesForTenMinutes);
    guard.forgetProfile('live');
    await questionOf(forwardOf(production));
  });

  it('is not prolonged by a clock that is set back', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    now -= 1;
    await questionOf(forwardOf(production));
  });

  it("covers neither another profile's request, nor card numbers, nor a new host for a secret", async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    const other = await questionOf(forwardOf(production, { composedUnder: 'sandbox' }));
    expect(other.lead).toEqual([expect.stringContaining('under the profile Sandbox EU')]);
    expect(other.checkboxLabel).toBeNull();
    const secret = await questionOf(forwardOf(production, {}, secretHeader('Bearer x')));
    expect(secret.lead[0]).toContain('authorization goes to psp.example.net for the first time');
    await expect(check(forwardOf(production, { body: '4111111111111111' }))).rejects.toMatchObject({
      problem: { code: 'card-numbers' },
    });
  });

  it('is not given by a box that was not offered', async () => {
    await questionOf(forwardOf(sandbox, { composedUnder: 'live' }), yesForTenMinutes);
    expect(guard.describeGrants()).toEqual([]);
  });
});

describe('many requests for one answer', () => {
  const to = (host: string, changes: Partial<GuardedSend> = {}): GuardedSend => ({
    ...forwardOf(production, changes),
    headers: [['x-vault-forward-url', `https://${host}/charge`]],
  });
  const two = [to('psp.example.net'), to('other.example.org')];

  it('names how many there are and every host, and offers no ten minutes', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) =>
      to(index % 2 === 0 ? 'psp.example.net' : 'other.example.org', { body: `{"n":${index}}` }),
    );
    const question = await questionOf(twelve);
    expect(question).toMatchObject({ title: 'Send to production?', checkboxLabel: null });
    expect(question.lead[0]).toContain('12 requests');
    expect(factOf(question, 'Requests')).toBe('12');
    expect(factOf(question, '2 hosts')).toBe('psp.example.net\nother.example.org');
    const crowd = await questionOf(Array.from({ length: 30 }, (_, index) => to(`h${index}.example`)));
    expect(factOf(crowd, '30 hosts')).toContain('and 10 more');
  });

  it('counts what goes out, not what is different: one request many times', async () => {
    const question = await questionOf([to('psp.example.net')], declined, 50);
    expect(question.lead[0]).toContain('50 requests');
    expect(factOf(question, 'Requests')).toBe('50');
    expect(factOf(question, 'Host')).toBe('psp.example.net');
    expect(question.checkboxLabel).toBeNull();
  });

  it('is asked about every time, whatever was granted before, and grants nothing', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    await passes(forwardOf(production));
    await questionOf(two, yes);
    await questionOf(two, yes);
    guard.endGrant('live');
    await questionOf(two, yesForTenMinutes);
    expect(guard.describeGrants()).toEqual([]);
    await questionOf(forwardOf(production));
  });

  it('passes without a question where none of them needs one, and asks once where one of them does', async () => {
    person = () => expect.unreachable('nobody is to be asked');
    const harmless = [forwardOf(sandbox), forwardOf(sandbox, { body: '{}' })];
    expect(await checkMany(harmless)).toBe('allowed');
    const question = await questionOf([...harmless, forwardOf(sandbox, { composedUnder: 'live' })]);
    expect(question.title).toBe('Send with the profile Sandbox EU?');
    expect(factOf(question, 'Requests')).toBe('3');
  });

  it('is refused as a whole when one of them is, and nobody is asked', async () => {
    const card = to('psp.example.net', { body: '{"number":"4111111111111111"}' });
    await expect(checkMany([...two, card])).rejects.toMatchObject({ problem: { code: 'card-numbers' } });
    expect(asked).toEqual([]);
  });

  it('gives each secret to the host of its own request', async () => {
    const local = { ...sandbox, baseUrl: 'http://127.0.0.1:9000' };
    const send = (value: string, host: string): GuardedSend => ({
      ...forwardOf(local),
      headers: [['x-vault-forward-url', `https://${host}/`], ...secretHeader(value)],
    });
    const both = [send('Bearer one', 'psp.example.net'), send('Bearer two', 'other.example.org')];
    const question = await questionOf(both, yes);
    expect(question.lead).toEqual([
      expect.stringContaining('2 requests'),
      expect.stringContaining('goes to psp.example.net for the first time'),
      expect.stringContaining('goes to other.example.org for the first time'),
    ]);
    for (const one of both) await passes(one);
    await expect(check(send('Bearer one', 'other.example.org'))).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
  });
});

describe('a request whose last outcome is unknown', () => {
  const unsettledSince = '2026-11-21T09:58:00.000Z';

  it.each([
    ['a sandbox profile', sandbox],
    ['the Local sandbox', { ...sandbox, environment: 'local' }],
  ] as const)('is asked about on %s, each time', async (_what, profile) => {
    const again = forwardOf(profile, { unsettledSince });
    const question = await questionOf(again, yes);
    expect(question).toMatchObject({
      title: 'Send it again?',
      confirmLabel: 'Send again',
      cancelLabel: 'Cancel',
      danger: 'caution',
      checkboxLabel: null,
    });
    expect(question.lead).toEqual([
      expect.stringMatching(/nobody knows whether it had its effect.*second time/),
    ]);
    await questionOf(again);
  });

  it('is asked about although the ten minutes hold', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    const question = await questionOf(forwardOf(production, { unsettledSince }), yes);
    expect(question.lead).toEqual([expect.stringContaining('nobody knows whether it had its effect')]);
    expect(question).toMatchObject({ danger: 'production', checkboxLabel: null });
  });

  it('is one question with every other reason', async () => {
    const question = await questionOf(
      forwardOf(
        production,
        { unsettledSince, composedUnder: 'sandbox', body: '{"reference":1234567812345670}' },
        secretHeader('Bearer x'),
      ),
    );
    expect(question.title).toBe('Send to production?');
    expect(question.lead).toEqual([
      expect.stringContaining('under the profile Sandbox EU'),
      expect.stringContaining('nobody knows whether it had its effect'),
      expect.stringContaining('could be card numbers'),
      expect.stringContaining('goes to psp.example.net for the first time'),
      expect.stringContaining('The service api.example.com gets the secret'),
    ]);
  });
});

describe('a request composed or recorded under another profile', () => {
  it('asks, whatever the environment and the method', async () => {
    const gone = await questionOf(forwardOf(sandbox, { composedUnder: 'live' }));
    expect(gone).toMatchObject({
      title: 'Send with the profile Sandbox EU?',
      confirmLabel: 'Send with Sandbox EU',
      cancelLabel: 'Cancel',
      danger: 'caution',
      checkboxLabel: null,
    });
    expect(gone.lead[0]).toContain('a deleted profile');
    const get = { ...forwardOf(production, { composedUnder: 'sandbox' }), method: 'GET' };
    expect((await questionOf(get, yes)).lead[0]).toContain('Sandbox EU');
  });
});

describe('secrets for the destination', () => {
  const local = { ...sandbox, baseUrl: 'http://127.0.0.1:9000' };
  const send = (value: string, host = 'psp.example.net', profile: Profile = local): GuardedSend => ({
    ...forwardOf(profile),
    headers: [['x-vault-forward-url', `https://${host}/charge`], ...secretHeader(value)],
  });

  it('are asked about at their first use, then go to their host only, also after a restart', async () => {
    const question = await questionOf(send('Bearer CANARY'), yes);
    expect(question).toMatchObject({
      title: 'Send a secret to a new host?',
      confirmLabel: 'Send it there',
      cancelLabel: 'Do not send',
      danger: 'caution',
    });
    expect(question.lead).toEqual([
      expect.stringContaining('authorization goes to psp.example.net for the first time'),
    ]);
    expect(JSON.stringify(question)).not.toContain('CANARY');
    startGuard();
    await passes(send('Bearer CANARY'));
    await expect(check(send('Bearer CANARY', 'evil.example.org'))).rejects.toMatchObject({
      problem: { code: 'secret-host', meaning: expect.stringContaining('psp.example.net') },
    });
    await questionOf(send('Bearer another'));
    for (const name of ['secret-hosts.json', 'secrets.json']) {
      expect(await readFile(join(folder, name), 'utf8')).not.toContain('CANARY');
    }
  });

  it('are asked about again after a no', async () => {
    await questionOf(send('Bearer x'));
    await questionOf(send('Bearer x'));
    expect(await secretHosts.describe()).toEqual([]);
  });

  it('go to no second host because two questions about them were open at once', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    person = () => new Promise((resolve) => answers.push(resolve));
    const both = [check(send('Bearer x')), check(send('Bearer x', 'evil.example.org'))];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(yes);
    expect(await both[0]).toBe('allowed');
    answers[1]?.(yes);
    await expect(both[1]).rejects.toMatchObject({ problem: { code: 'secret-host' } });
  });

  it('are asked about for a service that has not had them, as it reads what it forwards', async () => {
    await questionOf(send('Bearer x'), yes);
    const taken = { ...sandbox, baseUrl: 'https://evil.example.org' };
    const question = await questionOf(send('Bearer x', 'psp.example.net', taken), yes);
    expect(question.title).toBe('Send a secret to a new host?');
    expect(question.lead).toEqual([expect.stringContaining('The service evil.example.org gets the secret')]);
    await passes(send('Bearer x', 'psp.example.net', taken));
  });

  it('count also as headers for the service itself', async () => {
    const marked = { ...forwardOf(sandbox, { markedSecret: ['x-mine'] }, [['x-mine', 'CANARY']]) };
    const question = await questionOf(marked, yes);
    expect(question.lead).toEqual([expect.stringContaining('api.sandbox.example.com gets the secret')]);
    await passes(marked);
  });

  it('may get more hosts, and lose them', async () => {
    await questionOf(send('Bearer x'), yes);
    const [list] = await secretHosts.describe();
    const id = list?.id ?? '';
    expect(list).toEqual({ id, header: 'authorization', hosts: ['psp.example.net'] });
    await secretHosts.allow(id, ' API.Example.org:443 ');
    await passes(send('Bearer x', 'api.example.org'));
    await expect(secretHosts.allow(id, 'https://x/y')).rejects.toMatchObject({ problem: { field: 'Host' } });
    await secretHosts.forget(id, 'api.example.org');
    await expect(check(send('Bearer x', 'api.example.org'))).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
    expect(await secretHosts.forget(id, 'psp.example.net')).toEqual([]);
    await questionOf(send('Bearer x'));
  });

  it('count also when the person marked them, and stay on this computer without a question', async () => {
    const marked = forwardOf(local, { markedSecret: ['x-mine'] }, [
      ['x-vault-forward-header-x-mine', 'CANARY'],
    ]);
    await questionOf(marked);
    await passes(send('Bearer x', '127.0.0.1:8443'));
  });

  it('are known for this run only where there is no keychain and never was a list', async () => {
    keychain.trouble = 'absent';
    await questionOf(send('Bearer x'), yes);
    await passes(send('Bearer x'));
    await expect(readFile(join(folder, 'secret-hosts.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    startGuard();
    await questionOf(send('Bearer x'));
  });

  it.each(['absent', 'locked', 'failed', 'crashed'] as const)(
    'refuse a secret that may be bound while the keychain is %s, and know it again when it answers',
    async (trouble) => {
      await questionOf(send('Bearer x'), yes);
      startGuard();
      keychain.trouble = trouble;
      asked = [];
      for (const host of ['psp.example.net', 'evil.example']) {
        await expect(check(send('Bearer x', host))).rejects.toMatchObject({
          problem: {
            code: `secret-hosts-${trouble}`,
            meaning: expect.stringContaining('Nothing was sent'),
            nextStep: expect.stringContaining('send it again'),
          },
        });
      }
      expect(asked).toEqual([]);
      keychain.trouble = null;
      await expect(check(send('Bearer x', 'evil.example'))).rejects.toMatchObject({
        problem: { code: 'secret-host' },
      });
    },
  );

  it.each(['locked', 'failed', 'crashed'] as const)(
    'ask about nothing while the keychain is %s, also without a list: it may be another keychain that knows',
    async (trouble) => {
      keychain.trouble = trouble;
      await expect(check(send('Bearer x'))).rejects.toMatchObject({
        problem: { code: `secret-hosts-${trouble}` },
      });
      expect(asked).toEqual([]);
      keychain.trouble = null;
      expect((await questionOf(send('Bearer x'))).title).toBe('Send a secret to a new host?');
    },
  );

  it('refuse every secret when the key is gone, until the list is emptied by hand', async () => {
    await questionOf(send('Bearer x'), yes);
    startGuard();
    keychain.secrets.clear();
    await expect(check(send('Bearer x'))).rejects.toMatchObject({
      problem: { code: 'secret-hosts-key-gone' },
    });
    for (const { id, hosts } of await secretHosts.describe()) {
      for (const host of hosts) await secretHosts.forget(id, host);
    }
    expect((await questionOf(send('Bearer x'))).title).toBe('Send a secret to a new host?');
  });

  it('keep for this run what was allowed before the keychain came', async () => {
    keychain.trouble = 'absent';
    await questionOf(send('Bearer x'), yes);
    keychain.trouble = null;
    await passes(send('Bearer x'));
    await expect(check(send('Bearer x', 'evil.example'))).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
  });
});
