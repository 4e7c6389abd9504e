import { describe, expect, it } from 'vitest';
import { answerQuestion, type KeychainQuestion } from './keychain-protocol';
import { keychainService } from './keychain-service';
import { TestingKeychain } from './testing-keychain';

describe('answerQuestion', () => {
  const ask = (
    keychain: TestingKeychain,
    operation: KeychainQuestion['operation'],
    secret: string | null = null,
  ) => answerQuestion({ id: 7, service: 's', operation, account: 'a', secret }, () => keychain);

  it('carries out each operation', async () => {
    const keychain = new TestingKeychain();
    expect(await ask(keychain, 'set', 'x')).toEqual({ id: 7, ok: true, secret: null });
    expect(await ask(keychain, 'get')).toEqual({ id: 7, ok: true, secret: 'x' });
    expect(await ask(keychain, 'delete')).toEqual({ id: 7, ok: true, secret: null });
    expect(keychain.secrets.size).toBe(0);
  });

  it('answers with a failure, never by throwing', async () => {
    const keychain = new TestingKeychain();
    keychain.trouble = 'locked';
    expect(await ask(keychain, 'get')).toEqual({
      id: 7,
      ok: false,
      trouble: 'locked',
      detail: 'test: locked',
      connectionLost: false,
    });
  });
});

describe('keychainService', () => {
  it('parts copies of the app with folders of their own', () => {
    expect(keychainService('/home/me/.config/app', false)).toBe('payments-api-explorer');
    const [one, other] = [keychainService('/tmp/a', true), keychainService('/tmp/b', true)];
    expect(one).toMatch(/^payments-api-explorer:[0-9a-f]{16}$/);
    expect(one).not.toBe(other);
    expect(keychainService('/tmp/a', true)).toBe(one);
  });
});
