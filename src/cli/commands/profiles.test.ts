import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { profiles } from './profiles';

it.each([
  ['none', 'not needed'],
  ['unavailable', 'not needed'],
  ['token', 'token'],
])('with the keychain state %s, shows the credential of the Local sandbox as %s', async (kind, told) => {
  const stdout = new PassThrough();
  const known = (['local', 'sandbox'] as const).map((environment) => testingProfile({ environment }));
  const app = {
    profiles: { describe: () => Promise.resolve({ profiles: known, activeId: null, notice: null }) },
    describeCredential: () => Promise.resolve({ kind }),
  };
  const context = { app, format: 'json', output: new Output(null, stdout), say: () => undefined };
  expect(await profiles(context as unknown as CommandContext)).toBe(EXIT.done);
  expect(JSON.parse(String(stdout.read()))).toMatchObject([{ credential: told }, { credential: kind }]);
});
