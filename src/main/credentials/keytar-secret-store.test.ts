import { describe, expect, it, vi } from 'vitest';
import { classifyKeychainError, isConnectionLost } from './keychain-errors';
import { KeytarSecretStore } from './keytar-secret-store';
import { KeychainError } from './secret-store';

/**
 * A keyring with keytar's functions that behaves like libsecret: while locked, it returns nothing and stores nothing.
 */
function keyring() {
  const items = new Map<string, string>();
  const state = { locked: false };
  return {
    items,
    state,
    getPassword: vi.fn(async (service: string, account: string) =>
      state.locked ? null : (items.get(`${service}/${account}`) ?? null),
    ),
    setPassword: vi.fn(async (service: string, account: string, secret: string) => {
      if (state.locked) throw new Error('Cannot create an item in a locked collection');
      items.set(`${service}/${account}`, secret);
    }),
    deletePassword: vi.fn(
      async (service: string, account: string) => !state.locked && items.delete(`${service}/${account}`),
    ),
  };
}

describe('KeytarSecretStore', () => {
  it('keeps secrets by service and account', async () => {
    const ring = keyring();
    const store = new KeytarSecretStore('s', () => ring, 'linux');
    await store.set('a', 'one line');
    expect(await store.get('a')).toBe('one line');
    await store.delete('a');
    expect(await store.get('a')).toBeNull();
    expect(ring.items.size).toBe(0);
  });

  it('does not mistake a locked keyring for an empty one', async () => {
    const ring = keyring();
    const store = new KeytarSecretStore('s', () => ring, 'linux');
    await store.set('a', 'x');
    ring.state.locked = true;
    await expect(store.get('a')).rejects.toMatchObject({ trouble: 'locked' });
    await expect(store.delete('a')).rejects.toMatchObject({ trouble: 'locked' });
    ring.state.locked = false;
    expect(await store.get('a')).toBe('x');
  });

  it('finds and deletes a locked secret if the person unlocks the keyring for the probe', async () => {
    const ring = keyring();
    const store = new KeytarSecretStore('s', () => ring, 'linux');
    const set = ring.setPassword.getMockImplementation() ?? expect.fail('no keyring');
    // The person dismissed the password prompt for the read, and answered the one for the write.
    ring.setPassword.mockImplementation((...argument) => {
      ring.state.locked = false;
      return set(...argument);
    });
    await store.set('a', 'x');
    ring.state.locked = true;
    expect(await store.get('a')).toBe('x');
    ring.state.locked = true;
    await store.delete('a');
    expect(ring.items.size).toBe(0);
  });

  it('writes no probe on a platform that is certain about a missing secret', async () => {
    const ring = keyring();
    expect(await new KeytarSecretStore('s', () => ring, 'darwin').get('a')).toBeNull();
    expect(ring.setPassword).not.toHaveBeenCalled();
  });

  it.each(['a\nb', '', 'a\rb', 'tab\t', 'a\u2028b'])(
    'does not store %j, as it is not one printable line',
    async (secret) => {
      const ring = keyring();
      await expect(new KeytarSecretStore('s', () => ring, 'linux').set('a', secret)).rejects.toBeInstanceOf(
        KeychainError,
      );
      expect(ring.setPassword).not.toHaveBeenCalled();
    },
  );

  it('reports that keytar does not load, and tries again the next time', async () => {
    const ring = keyring();
    const load = vi
      .fn(() => ring)
      .mockImplementationOnce(() => {
        throw new Error('libsecret-1.so.0: cannot open shared object file');
      });
    const store = new KeytarSecretStore('s', load, 'linux');
    await expect(store.get('a')).rejects.toMatchObject({ trouble: 'absent' });
    expect(await store.get('a')).toBeNull();
  });
});

describe('error texts of the keychain', () => {
  // Texts collected from GNOME keyring, libsecret and GIO in each of these states.
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'absent'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'absent'],
    [
      'GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name org.freedesktop.secrets was not provided by any .service files',
      'absent',
    ],
    ['Could not connect: No such file or directory', 'absent'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['User canceled the operation.', 'locked'],
    ['The disk is on fire', 'failed'],
  ])('%j: %s', (text, trouble) => expect(classifyKeychainError(text)).toBe(trouble));

  it.each([
    ['The name :1.0 was not provided by any .service files', true],
    ['The session wrapping the secret does not exist', true],
    ['The name org.freedesktop.secrets was not provided by any .service files', false],
    ['Cannot create an item in a locked collection', false],
  ])('%j: connection lost %s', (text, lost) => expect(isConnectionLost(text)).toBe(lost));
});
