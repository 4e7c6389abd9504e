import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import type { Profile } from '@shared/profiles/profile';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { CommandContext } from './command';
import { profiles } from './profiles';

const profilesOf = (profiles: readonly Profile[], activeId: string | null) => ({
  describe: () => Promise.resolve({ profiles, activeId: 'the one of this run', notice: null }),
  read: () => Promise.resolve({ profiles, activeId }),
});

it.each([
  ['none', 'not needed'],
  ['unavailable', 'not needed'],
  ['token', 'token'],
])('with the keychain state %s, shows the credential of the Local sandbox as %s', async (kind, told) => {
  const stdout = new PassThrough();
  const known = (['local', 'sandbox'] as const).map((environment) => testingProfile({ environment }));
  const app = {
    profiles: profilesOf(known, null),
    describeCredential: () => Promise.resolve({ kind }),
  };
  const context = { app, format: 'json', output: new Output(null, stdout), say: () => undefined };
  expect(await profiles(context as unknown as CommandContext)).toBe(EXIT.done);
  expect(JSON.parse(String(stdout.read()))).toMatchObject([{ credential: told }, { credential: kind }]);
});

it('marks the profile that is active in the app, whichever one this run uses', async () => {
  const stdout = new PassThrough();
  const known = [
    testingProfile({ id: 'the one of this run', name: 'Staging' }),
    testingProfile({ id: 'the one of the app', name: 'Shop' }),
  ];
  const app = {
    profiles: profilesOf(known, 'the one of the app'),
    describeCredential: () => Promise.resolve({ kind: 'token' }),
  };
  const context = { app, format: 'json', output: new Output(null, stdout), say: () => undefined };
  await profiles(context as unknown as CommandContext);
  expect(JSON.parse(String(stdout.read()))).toMatchObject([
    { profile: 'Staging', active: false },
    { profile: 'Shop', active: true },
  ]);
});
