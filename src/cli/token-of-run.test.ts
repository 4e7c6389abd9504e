import { expect, it } from 'vitest';
import { cleanToken } from '@main/credentials/token-entry';
import { notAToken, tokenOfRun } from './token-of-run';
import { UsageError } from './usage-error';

const elsewhere = { environment: 'sandbox' } as const;
const local = { environment: 'local' } as const;

async function asked(
  profile: typeof elsewhere | typeof local,
  given: { readonly stdin?: string; readonly variable?: string },
) {
  const said: string[] = [];
  const token = await tokenOfRun(profile, {
    ofEnvironment: given.variable ?? null,
    read: given.stdin === undefined ? null : () => Promise.resolve(given.stdin ?? ''),
    say: (words) => said.push(words),
  });
  return { token, said };
}

it('prefers standard input over the environment, and says when it uses the latter', async () => {
  expect(await asked(elsewhere, {})).toEqual({ token: null, said: [] });
  expect(await asked(elsewhere, { stdin: 'a\r\n', variable: 'b' })).toEqual({ token: 'a\r\n', said: [] });
  expect(await asked(elsewhere, { variable: 'b' })).toEqual({
    token: 'b',
    said: ['The token comes from PAYMENTS_EXPLORER_TOKEN.'],
  });
  await expect(asked(elsewhere, { stdin: 'token\nbody\n' })).rejects.toThrow(UsageError);
});

it.each(['', ' \n', 'two words', '\ufeff\r\n', '-----BEGIN EC PRIVATE KEY-----', 'Bearer'])(
  'names the source of an invalid token, %j, and says that nothing was sent',
  (text) => {
    const read = (): void => {
      try {
        cleanToken(text);
      } catch (error) {
        notAToken('Standard input')(error);
      }
    };
    expect(read).toThrow(UsageError);
    expect(read).toThrow(/^Standard input: .* Nothing was sent\.$/);
  },
);

it('passes on other errors, and accepts valid tokens', () => {
  const other = new Error('the keychain');
  expect(() => notAToken('Standard input')(other)).toThrow(other);
  for (const text of ['\ufeffabc\r\n', 'Bearer abc', '"abc"\n']) expect(cleanToken(text)).toBe('abc');
});

it('gives the Local sandbox no token, and says so', async () => {
  expect(await asked(local, { variable: 'of a CI' })).toEqual({
    token: null,
    said: ['PAYMENTS_EXPLORER_TOKEN is set, and not used: the Local sandbox makes its own token.'],
  });
  const typed = asked(local, { stdin: 'a token' });
  await expect(typed).rejects.toBeInstanceOf(UsageError);
  await expect(typed).rejects.toThrow('leave --token-stdin out. Nothing was sent.');
});
