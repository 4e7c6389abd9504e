import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Answer } from '@shared/questions/question';
import type { Profile } from '@shared/profiles/profile';
import type { GuardedSend } from './send-facts';
import {
  asked,
  check,
  folder,
  forwardOf,
  guardEach,
  keychain,
  passes,
  questionOf,
  sandbox,
  secretHeader,
  secretHosts,
  setAsked,
  setPerson,
  startGuard,
  yes,
} from './send-guard.fixture';

guardEach();

describe('secrets for the destination', () => {
  const local = { ...sandbox, baseUrl: 'http://127.0.0.1:9000' };
  const send = (value: string, host = 'psp.example.net', profile: Profile = local): GuardedSend => ({
    ...forwardOf(profile),
    headers: [['x-vault-forward-url', `https://${host}/charge`], ...secretHeader(value)],
  });

  it('are asked about on first use, then go to their host only, even after a restart', async () => {
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

  it('for one host are named in one sentence, even across several requests', async () => {
    const also = (name: string): GuardedSend => ({
      ...forwardOf(sandbox),
      headers: [
        ['x-vault-forward-url', 'https://psp.example.net/charge'],
        ['x-vault-forward-header-authorization', 'Bearer CANARY'],
        ['x-vault-forward-header-cookie', 'CANARY=1'],
        [`x-vault-forward-header-${name}`, 'CANARY-2'],
      ],
    });
    const { host } = new URL(sandbox.baseUrl ?? '');
    const names = 'authorization, cookie and x-api-key';
    expect((await questionOf(also('x-api-key'))).lead).toEqual([
      `The secrets in the headers ${names} go to psp.example.net for the first time. If you agree, they may go there from then on; more hosts can be allowed in Settings.`,
      `The service ${host} gets the secrets in the headers ${names} for the first time: it could read them.`,
    ]);
    const many = await questionOf([also('x-api-key'), also('x-auth-token')]);
    expect(many.lead).toEqual([
      'Your answer sends 2 requests, one after the other.',
      expect.stringContaining('authorization, cookie, x-api-key and x-auth-token go to psp.example.net'),
      expect.stringContaining(`${host} gets the secrets in the headers authorization, cookie, x-api-key and`),
    ]);
  });

  it('do not go to another port of their host', async () => {
    await questionOf(send('Bearer x', 'psp.example.net:8443'), yes);
    await passes(send('Bearer x', 'psp.example.net:8443'));
    for (const host of ['psp.example.net', 'psp.example.net:9443'])
      await expect(check(send('Bearer x', host))).rejects.toMatchObject({ problem: { code: 'secret-host' } });
  });

  it('are asked about again after a no', async () => {
    await questionOf(send('Bearer x'));
    await questionOf(send('Bearer x'));
    expect(await secretHosts.describe()).toEqual([]);
  });

  it('do not go to a second host because two questions were open at once', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    setPerson(() => new Promise((resolve) => answers.push(resolve)));
    const both = [check(send('Bearer x')), check(send('Bearer x', 'evil.example.org'))];
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(yes);
    expect(await both[0]).toBe('allowed');
    answers[1]?.(yes);
    await expect(both[1]).rejects.toMatchObject({ problem: { code: 'secret-host' } });
  });

  it('are asked about for a new service, which can read what it forwards', async () => {
    await questionOf(send('Bearer x'), yes);
    const taken = { ...sandbox, baseUrl: 'https://evil.example.org' };
    const question = await questionOf(send('Bearer x', 'psp.example.net', taken), yes);
    expect(question.title).toBe('Send a secret to a new host?');
    expect(question.lead).toEqual([expect.stringContaining('The service evil.example.org gets the secret')]);
    await passes(send('Bearer x', 'psp.example.net', taken));
  });

  it('also include headers for the service itself', async () => {
    const marked = { ...forwardOf(sandbox, { markedSecret: ['x-mine'] }, [['x-mine', 'CANARY']]) };
    const question = await questionOf(marked, yes);
    expect(question.lead).toEqual([expect.stringContaining('api.sandbox.example.com gets the secret')]);
    await passes(marked);
  });

  it('can be allowed for more hosts, and disallowed again', async () => {
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

  it('include headers that the person marked, and go to this computer without a question', async () => {
    const marked = forwardOf(local, { markedSecret: ['x-mine'] }, [
      ['x-vault-forward-header-x-mine', 'CANARY'],
    ]);
    await questionOf(marked);
    await passes(send('Bearer x', '127.0.0.1:8443'));
  });

  it('are remembered for this run only if there is no keychain and never was a list', async () => {
    keychain.trouble = 'absent';
    await questionOf(send('Bearer x'), yes);
    await passes(send('Bearer x'));
    await expect(readFile(join(folder, 'secret-hosts.json'))).rejects.toMatchObject({ code: 'ENOENT' });
    startGuard();
    await questionOf(send('Bearer x'));
  });

  it.each(['absent', 'locked', 'failed', 'crashed'] as const)(
    'that may be bound are refused while the keychain is %s, and recognised once it answers',
    async (trouble) => {
      await questionOf(send('Bearer x'), yes);
      startGuard();
      keychain.trouble = trouble;
      setAsked([]);
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
    'are not asked about while the keychain is %s, even without a list',
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

  it('are all refused if the key is gone, until the list is emptied by hand', async () => {
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

  it('allowed before the keychain was available stay allowed for this run', async () => {
    keychain.trouble = 'absent';
    await questionOf(send('Bearer x'), yes);
    keychain.trouble = null;
    await passes(send('Bearer x'));
    await expect(check(send('Bearer x', 'evil.example'))).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
  });
});
