import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  announced,
  credentialsEach,
  folder,
  jwt,
  keychain,
  local,
  p,
  q,
  start,
} from './credential-service.fixture';
import { keyEntry } from './testing-credentials';
import { SecretReferences } from '../secrets/references';
import { IndexedSecretStore } from './indexed-secret-store';

credentialsEach();

describe('CredentialService', () => {
  it('keeps a token across restarts, on one line, and shows only its claims', async () => {
    const state = await start().saveToken(p, ` Bearer ${jwt.slice(0, 20)}\n${jwt.slice(20)} `, 'keychain');
    expect(state).toMatchObject({
      kind: 'token',
      home: 'keychain',
      claims: { scopes: ['a.read'], algorithm: 'ES512' },
    });
    expect(announced).toEqual([state]);
    expect([...keychain.secrets.values()].join()).not.toContain('\n');
    const restarted = start();
    expect(await restarted.bearerFor(p)).toBe(jwt);
    expect(await restarted.describe('p')).toEqual(state);
  });

  it('reports each token that it mints', async () => {
    const secrets: string[] = [];
    const service = start({ onSecret: (secret) => void secrets.push(secret) });
    await service.saveSigningKey(p, keyEntry, 'keychain');
    const minted = await service.bearerFor(p);
    expect(secrets).toContain(minted);
  });

  it('reports each secret that it handles, so that logs can leave it out', async () => {
    const secrets: string[] = [];
    const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
    const onSecret = (secret: string): void => void secrets.push(secret);
    await start({ onSecret }).saveToken(p, 'just-saved', 'keychain');
    expect(secrets.splice(0)).toEqual(['just-saved']);
    await start().saveToken(p, 'in-the-keychain', 'keychain');
    const service = start({ secretStore, onSecret });
    await service.bearerFor(p);
    await service.saveToken(q, 'thisRun', 'this-run-only');
    const requests = new SecretReferences(secretStore, onSecret);
    await requests.read(await requests.store('header'));
    expect(new Set(secrets)).toEqual(new Set(['in-the-keychain', 'thisRun', 'header']));
  });

  it('accepts a token that is not a JWT, without claims', async () => {
    expect(await start().saveToken(p, 'opaque', 'keychain')).toMatchObject({ kind: 'token', claims: null });
  });

  it('mints tokens with a signing key', async () => {
    const service = start();
    const state = await service.saveSigningKey(p, keyEntry, 'keychain');
    expect(state).toMatchObject({
      kind: 'signing-key',
      scopes: ['a.read'],
      lifetimeSeconds: 60,
      issuer: null,
    });
    const token = await start().bearerFor(p);
    expect(token.split('.')).toHaveLength(3);
    expect([...keychain.secrets.values()].join()).not.toMatch(/\n|BEGIN/);
  });

  it('says that there is no credential', async () => {
    expect(await start().describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    await expect(start().bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  it.each([
    ['absent', /^No keychain is available/],
    ['locked', /keychain .*is locked$/],
    ['failed', /with an error$/],
  ] as const)(
    'says that the keychain is %s, saves nothing, and offers to keep it for this run only',
    async (trouble, title) => {
      const service = start();
      keychain.trouble = trouble;
      await expect(service.saveToken(p, jwt, 'keychain')).rejects.toMatchObject({
        problem: { code: `keychain-${trouble}`, nextStep: expect.stringContaining('this run only') },
      });
      expect(await service.describe('p')).toEqual({
        profileId: 'p',
        kind: 'unavailable',
        trouble,
        detail: `test: ${trouble}`,
      });
      // The window shows the other options beside it, each with its button.
      await expect(service.bearerFor(p)).rejects.toMatchObject({
        problem: {
          code: `keychain-${trouble}`,
          title: expect.stringMatching(title),
          nextStep: expect.stringMatching(/^[^,]* and try again\.$/),
        },
      });
      expect(await service.saveToken(p, jwt, 'this-run-only')).toMatchObject({ home: 'this-run-only' });
      expect(await service.bearerFor(p)).toBe(jwt);
      keychain.trouble = null;
      expect(keychain.secrets.size).toBe(0);
      expect(await start().describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    },
  );

  it('asks a failed keychain again', async () => {
    await start().saveToken(p, jwt, 'keychain');
    const service = start();
    keychain.trouble = 'locked';
    expect(await service.describe('p')).toMatchObject({ kind: 'unavailable', trouble: 'locked' });
    keychain.trouble = null;
    expect(await service.describe('p')).toMatchObject({ kind: 'token', home: 'keychain' });
  });

  it('tells the window once a keychain that failed has answered: for a send, or because something else was read', async () => {
    await start().saveToken(p, jwt, 'keychain');
    const service = start();
    keychain.trouble = 'locked';
    await service.describe('p');
    announced.splice(0);
    await service.tellUnread();
    expect(announced).toMatchObject([{ kind: 'unavailable' }]);
    keychain.trouble = null;
    expect(await service.bearerFor(p)).toBe(jwt);
    expect(announced.slice(1)).toMatchObject([{ kind: 'token', home: 'keychain' }]);
    await service.tellUnread();
    await service.bearerFor(p);
    expect(announced).toHaveLength(2);
  });

  it('keeps using what it has read if the keychain fails later, and says so', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    await service.bearerFor(p);
    keychain.trouble = 'failed';
    expect(await service.bearerFor(p)).toBe(jwt);
    expect(await service.describe('p')).toMatchObject({ kind: 'token', keychain: { trouble: 'failed' } });
    await expect(service.saveToken(p, 'another', 'keychain')).rejects.toMatchObject({
      problem: { code: 'keychain-failed' },
    });
    expect(await service.bearerFor(p)).toBe(jwt);
  });

  it('sends a token no more once it has been seen that the keychain has none, as after another process forgot it', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    expect(await service.bearerFor(p)).toBe(jwt);
    keychain.secrets.clear();
    expect(await service.describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  it('replaces a token for this run with one in the keychain', async () => {
    const service = start();
    await service.saveToken(p, 'first', 'this-run-only');
    await service.saveToken(p, 'second', 'keychain');
    expect(await service.bearerFor(p)).toBe('second');
    expect(await service.describe('p')).toMatchObject({ home: 'keychain' });
  });

  it('does not use an entry that it has not written, but can forget it', async () => {
    keychain.secrets.set('profile:p', 'something else');
    expect(await start().describe('p')).toMatchObject({ kind: 'unavailable', trouble: 'failed' });
    expect(await start().forget('p')).toEqual({ profileId: 'p', kind: 'none' });
    expect(keychain.secrets.size).toBe(0);
  });

  it('does not restore a secret that was forgotten while it was being read', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    let release: (value: string) => void = () => undefined;
    vi.spyOn(keychain, 'get').mockReturnValueOnce(new Promise((resolve) => (release = resolve)));
    const reading = service.describe('p');
    await service.forget('p');
    release(keychain.secrets.get('profile:p') ?? JSON.stringify({ kind: 'token', token: jwt }));
    await reading;
    await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  describe('the token of the built-in sandbox', () => {
    it('goes to the keychain and is read from there', async () => {
      const service = start();
      expect(await service.keepSandboxToken('local', jwt, 'keychain')).toMatchObject({
        kind: 'token',
        home: 'keychain',
      });
      const reading = vi.spyOn(keychain, 'get');
      expect(await service.bearerFor(local)).toBe(jwt);
      expect(reading).toHaveBeenCalledOnce();
    });

    it('stays in memory if there is no keychain, and the state says why', async () => {
      keychain.trouble = 'absent';
      const service = start();
      const state = {
        kind: 'token',
        home: 'this-run-only',
        keychain: { trouble: 'absent', detail: 'test: absent' },
      };
      expect(await service.keepSandboxToken('local', jwt, 'keychain')).toMatchObject(state);
      expect(await service.describe('local')).toMatchObject(state);
      expect(await service.bearerFor(local)).toBe(jwt);
    });

    it('is announced as in memory if the names of secrets cannot be saved, which is reported', async () => {
      await writeFile(join(folder, 'file'), '');
      const secretStore = new IndexedSecretStore(keychain, join(folder, 'file', 'secrets.json'));
      const service = start({ secretStore });
      await expect(service.keepSandboxToken('local', jwt, 'keychain')).rejects.toThrow(
        'The names of kept secrets could not be saved',
      );
      expect(announced).toMatchObject([{ profileId: 'local', kind: 'token', home: 'this-run-only' }]);
      expect(await service.bearerFor(local)).toBe(jwt);
    });
  });
});
