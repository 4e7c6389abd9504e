import { expect, it } from 'vitest';
import { orKeychainProblem } from './keychain-problem';
import { KeychainError } from './secret-store';

it.each([
  ['absent', 'Nothing was changed, and nothing was written anywhere else.'],
  ['failed', 'Nothing was changed, and nothing was written anywhere else.'],
  ['locked', 'what it was asked to save may still end up in it.'],
  ['crashed', 'what it was asked to save may still end up in it.'],
] as const)('a failed save to a keychain that is %s says what is known about it', async (trouble, words) => {
  const saving = orKeychainProblem('save', () => Promise.reject(new KeychainError(trouble, '')));
  await expect(saving).rejects.toMatchObject({ problem: { meaning: expect.stringContaining(words) } });
});
