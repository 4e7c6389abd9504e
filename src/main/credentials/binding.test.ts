import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import { A, B, DETACHED, keyEntry, OTHER, TestingCredentials, TOKEN, yes } from './testing-credentials';

let testing: TestingCredentials;
beforeEach(async () => {
  testing = await TestingCredentials.open();
});
afterEach(() => testing.close());

describe('a credential and its route', () => {
  it.each<[string, Partial<Profile>, RegExp]>([
    ['origin', { baseUrl: B }, /Address: so far https:\/\/api\.a\.example, now https:\/\/api\.b\.example\./],
    ['port', { baseUrl: 'https://api.a.example:8443/v1' }, /now https:\/\/api\.a\.example:8443/],
    ['scheme', { baseUrl: 'http://localhost' }, /now http:\/\/localhost/],
    [
      'proxy',
      { proxy: { kind: 'manual', url: 'http://127.0.0.1:8080' } },
      /Proxy: so far none, now http:\/\/127\.0\.0\.1:8080\./,
    ],
    ['choice of proxy', { proxy: { kind: 'system' } }, /Proxy: so far none, now the system’s\./],
    ['CA file', { extraCaFile: '/ca.pem' }, /Extra CA file: so far none, now \/ca\.pem\./],
    [
      'client certificate',
      { clientCertificate: { certificateFile: '/c.pem', keyFile: '/k.pem' } },
      /Client certificate: so far none, now \/c\.pem with the key \/k\.pem\./,
    ],
  ])(
    'is not sent when the %s of its profile changes, and the refusal says from what to what',
    async (_, change, words) => {
      for (const home of ['keychain', 'this-run-only'] as const) {
        const service = testing.start();
        await service.saveToken(testing.profiles.now('p'), TOKEN, home);
        const refused = await service
          .bearerFor({ ...testing.profiles.now('p'), ...change })
          .catch((error) => error);
        expect(refused).toMatchObject({ problem: { code: 'credential-detached', profileId: 'p' } });
        expect(refused).toMatchObject({ problem: { meaning: expect.stringMatching(words) } });
        expect(JSON.stringify(refused)).not.toContain('CANARY');
        expect(await service.bearerFor(testing.profiles.now('p'))).toBe(TOKEN);
      }
    },
  );

  it('is still sent after a change of path, name, merchant account, timeouts or environment', async () => {
    const service = testing.start();
    await service.saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    const edited = testing.profiles.add('p', {
      baseUrl: 'https://api.a.example/v2',
      name: 'New',
      environment: 'production',
      merchantAccountId: 'acme',
      timeouts: { connectMs: 1_000, totalMs: 2_000 },
    });
    expect(await service.bearerFor(edited)).toBe(TOKEN);
    expect(await service.describe('p')).not.toHaveProperty('detached');
  });

  it('is compared with the profile that a send passes, even if it was edited since', async () => {
    const service = testing.start();
    const plan = testing.profiles.now('p');
    await service.saveToken(plan, TOKEN, 'keychain');
    const edited = testing.profiles.add('p', { baseUrl: B });
    await service.saveToken(edited, OTHER, 'keychain');
    await expect(service.bearerFor(plan)).rejects.toMatchObject(DETACHED);
    expect(await service.bearerFor(edited)).toBe(OTHER);
  });

  it('tells the window where it stays, and is attached again when the profile changes back', async () => {
    const service = testing.start();
    await service.saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    testing.profiles.add('p', { baseUrl: B });
    await service.routeChanged('p');
    expect(testing.announced.at(-1)).toMatchObject({
      kind: 'token',
      detached: {
        staysAt: 'https://api.a.example',
        differences: [{ part: 'Address', soFar: 'https://api.a.example', now: 'https://api.b.example' }],
      },
    });
    const back = testing.profiles.add('p', { baseUrl: A });
    await service.routeChanged('p');
    expect(testing.announced.at(-1)).not.toHaveProperty('detached');
    expect(await service.bearerFor(back)).toBe(TOKEN);
    expect(testing.asked).toEqual([]);
  });

  it('mints for one route only: after a move, earlier tokens are not used', async () => {
    const service = testing.start();
    await service.saveSigningKey(testing.profiles.now('p'), keyEntry, 'keychain');
    const before = await service.bearerFor(testing.profiles.now('p'));
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(before);
    const edited = testing.profiles.add('p', { baseUrl: B });
    await expect(service.bearerFor(edited)).rejects.toMatchObject({
      problem: { title: 'The signing key stays at https://api.a.example' },
    });
    testing.answer = yes;
    await service.confirm('p');
    expect(testing.asked[0]).toMatchObject({ title: 'Let the signing key go to another address?' });
    expect(await service.bearerFor(edited)).not.toBe(before);
  });

  it('binds the token of the built-in sandbox to that sandbox, whatever its port', async () => {
    const service = testing.start();
    const local = testing.profiles.add('local', { environment: 'local', baseUrl: 'http://127.0.0.1:4000' });
    await service.keepSandboxToken('local', TOKEN, 'keychain');
    expect(await service.bearerFor({ ...local, baseUrl: 'http://127.0.0.1:5000' })).toBe(TOKEN);
    await expect(service.bearerFor({ ...local, environment: 'sandbox' })).rejects.toMatchObject(DETACHED);
  });

  it('is not given to a copy of the profile', async () => {
    const service = testing.start();
    await service.saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    await expect(service.bearerFor({ ...testing.profiles.now('p'), id: 'copy' })).rejects.toMatchObject({
      problem: { code: 'no-credential' },
    });
  });

  it('is restored with the same binding when a deletion is undone', async () => {
    const service = testing.start();
    await service.saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    const line = testing.keychain.secrets.get('profile:p');
    testing.profiles.add('p', { baseUrl: B });
    await service.remove('p');
    expect(testing.keychain.secrets.size).toBe(0);
    expect(await service.restore('p')).toMatchObject({ detached: { staysAt: 'https://api.a.example' } });
    expect(testing.keychain.secrets.get('profile:p')).toBe(line);
    await expect(service.bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
  });
});
