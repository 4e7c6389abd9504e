import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '@shared/questions/question';
import type { CredentialService } from './credential-service';
import { A, B, deferred, DETACHED, OTHER, TestingCredentials, TOKEN, yes } from './testing-credentials';

let testing: TestingCredentials;
beforeEach(async () => {
  testing = await TestingCredentials.open();
});
afterEach(() => testing.close());

describe('confirming another route for a secret', () => {
  beforeEach(async () => {
    await testing.start().saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    testing.profiles.add('p', { baseUrl: 'https://api.a-eu.example/v1', name: 'Acme EU' });
  });

  it('asks with both addresses, and moves the token on a yes, even after a restart', async () => {
    testing.answer = yes;
    const service = testing.start({ now: () => Date.parse('2026-11-21T12:00:00Z') });
    expect(await service.confirm('p')).not.toHaveProperty('detached');
    expect(testing.asked).toEqual([
      {
        title: 'Let the token go to another address?',
        lead: ['The access token of Acme EU was entered for one address. The profile now names another.'],
        facts: [
          { label: 'So far', value: 'https://api.a.example', emphasis: 'a', mono: true, compared: true },
          { label: 'Now', value: 'https://api.a-eu.example', emphasis: 'a-eu', mono: true, compared: true },
          { label: 'Token', value: expect.stringMatching(/^entered \d+ \w+ \d{4}, not a JWT$/) },
          { label: 'Asked by', value: 'Move the token, just now' },
          { label: 'If you agree', value: 'whoever runs the new address can use it' },
        ],
        danger: 'caution',
        icon: 'key',
        confirmLabel: 'Move the token',
        cancelLabel: 'Keep the old address',
        checkboxLabel: null,
      },
    ]);
    expect(await testing.start().bearerFor(testing.profiles.now('p'))).toBe(TOKEN);
    await expect(
      testing.start().bearerFor({ ...testing.profiles.now('p'), baseUrl: A }),
    ).rejects.toMatchObject(DETACHED);
  });

  it('leaves the token where it is without a yes', async () => {
    const service = testing.start();
    expect(await service.confirm('p')).toMatchObject({ detached: { staysAt: 'https://api.a.example' } });
    await expect(service.bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
  });

  it('does not ask about a new or attached token, and refuses if there is no token or profile', async () => {
    const service = testing.start();
    await service.saveToken(testing.profiles.now('p'), OTHER, 'keychain');
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(OTHER);
    expect(await service.confirm('p')).not.toHaveProperty('detached');
    await service.forget('p');
    await expect(service.confirm('p')).rejects.toMatchObject({ problem: { code: 'no-credential' } });
    await expect(service.confirm('nobody')).rejects.toMatchObject({ problem: { code: 'no-such-profile' } });
    expect(testing.asked).toEqual([]);
  });

  it('asks once for two confirmations at the same time', async () => {
    const open = deferred<Answer>();
    testing.answer = () => open.promise;
    const service = testing.start();
    const both = Promise.all([service.confirm('p'), service.confirm('p')]);
    await expect.poll(() => testing.asked.length).toBe(1);
    open.resolve({ confirmed: true, checked: false });
    await both;
    expect(testing.asked).toHaveLength(1);
  });

  it.each<[string, (service: CredentialService) => Promise<unknown>]>([
    [
      'the profile names a third address',
      (service) => {
        testing.profiles.add('p', { baseUrl: B });
        return service.routeChanged('p');
      },
    ],
    [
      'another token was entered',
      (service) => service.saveToken(testing.profiles.now('p'), OTHER, 'keychain'),
    ],
    ['the token was forgotten', (service) => service.forget('p')],
    [
      'the profile was deleted',
      (service) => {
        testing.profiles.remove('p');
        return service.remove('p');
      },
    ],
  ])('is withdrawn, and a yes ignored, once %s', async (_, act) => {
    const open = deferred<Answer>();
    let signal: AbortSignal | null = null;
    testing.answer = (given) => {
      signal = given;
      return open.promise;
    };
    const service = testing.start();
    const confirming = service.confirm('p');
    await expect.poll(() => signal).not.toBeNull();
    await act(service);
    expect(signal).toMatchObject({ aborted: true });
    const left = new Map(testing.keychain.secrets);
    open.resolve({ confirmed: true, checked: false });
    await expect(confirming).rejects.toMatchObject({ problem: { code: 'credential-changed' } });
    expect(testing.keychain.secrets).toEqual(left);
  });

  it('ignores a yes if the profile was edited just before it, even if nobody has withdrawn the question', async () => {
    testing.answer = () => {
      testing.profiles.add('p', { baseUrl: B });
      return yes();
    };
    const before = new Map(testing.keychain.secrets);
    await expect(testing.start().confirm('p')).rejects.toMatchObject({
      problem: { code: 'credential-changed' },
    });
    expect(testing.keychain.secrets).toEqual(before);
  });

  it('does not overwrite another token that is being stored when the yes comes', async () => {
    const storing = deferred<undefined>();
    const service = testing.start();
    let saving: Promise<unknown> = Promise.resolve();
    testing.answer = () => {
      const set = testing.keychain.set.bind(testing.keychain);
      vi.spyOn(testing.keychain, 'set').mockImplementationOnce(async (account, secret) => {
        await storing.promise;
        await set(account, secret);
      });
      saving = service.saveToken(testing.profiles.now('p'), OTHER, 'keychain');
      return yes();
    };
    const confirming = expect(service.confirm('p')).rejects.toMatchObject({
      problem: { code: 'credential-changed' },
    });
    await expect.poll(() => testing.asked.length).toBe(1);
    storing.resolve(undefined);
    await Promise.all([saving, confirming]);
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(OTHER);
  });

  it('says so if the keychain cannot store it, and moves nothing', async () => {
    testing.answer = () => {
      testing.keychain.trouble = 'locked';
      return yes();
    };
    const service = testing.start();
    await expect(service.confirm('p')).rejects.toMatchObject({ problem: { code: 'keychain-locked' } });
    await expect(service.bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
  });

  it('moves a secret for this run in memory only', async () => {
    const service = testing.start();
    testing.profiles.add('p', { baseUrl: A });
    await service.forget('p');
    await service.saveToken(testing.profiles.now('p'), TOKEN, 'this-run-only');
    testing.profiles.add('p', { baseUrl: B });
    testing.answer = yes;
    expect(await service.confirm('p')).toMatchObject({ home: 'this-run-only' });
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(TOKEN);
    expect(testing.keychain.secrets.size).toBe(0);
  });

  it('names a changed proxy, too', async () => {
    testing.profiles.add('p', { baseUrl: A, proxy: { kind: 'manual', url: 'http://10.0.0.1:3128' } });
    await testing.start().confirm('p');
    expect(testing.asked[0]).toMatchObject({
      title: 'Let the token go another way?',
      facts: expect.arrayContaining([
        { label: 'Proxy so far', value: 'none', mono: true, compared: true },
        { label: 'Proxy now', value: 'http://10.0.0.1:3128', mono: true, compared: true },
        { label: 'Address', value: A, mono: true },
      ]),
      cancelLabel: 'Keep the old way',
    });
  });
});
