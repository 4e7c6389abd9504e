import { describe, expect, it } from 'vitest';
import { answerQuestion, type KeychainQuestion } from './keychain-protocol';
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

  it('answers with a failure instead of throwing', async () => {
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
