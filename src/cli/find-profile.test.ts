import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtInProfiles } from '@main/profiles/profile-schema';
import { findProfile } from './find-profile';
import { UsageError } from './usage-error';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'find-profile-'))));
afterEach(() => rm(folder, { recursive: true }));

it('finds the active profile, or a named one regardless of case', async () => {
  expect((await findProfile(folder, {})).name).toBe('Local sandbox');
  expect((await findProfile(folder, { profile: 'production' })).name).toBe('Production');
  const unknown = findProfile(folder, { profile: 'Nobody' });
  await expect(unknown).rejects.toBeInstanceOf(UsageError);
  await expect(unknown).rejects.toThrow('There are: Local sandbox, Sandbox, Production.');
});

it('refuses an ambiguous name, and suggests IDs', async () => {
  const { profiles, activeId } = builtInProfiles();
  const named = profiles.map((profile) =>
    profile.environment === 'local' ? profile : { ...profile, name: 'Shop' },
  );
  const file = { version: 1, content: { profiles: named, activeId } };
  await writeFile(join(folder, 'profiles.json'), JSON.stringify(file));
  for (const profile of ['Shop', 'shop']) {
    const found = findProfile(folder, { profile });
    await expect(found).rejects.toBeInstanceOf(UsageError);
    await expect(found).rejects.toThrow('Name one by its id: sandbox, production. Nothing was sent.');
  }
  expect((await findProfile(folder, { profile: 'production' })).environment).toBe('production');
});

it('prefers the profile whose name matches exactly', async () => {
  const { profiles, activeId } = builtInProfiles();
  const named = profiles.map((profile) =>
    profile.environment === 'local'
      ? profile
      : { ...profile, name: profile.environment === 'production' ? 'Shop' : 'shop' },
  );
  const file = { version: 1, content: { profiles: named, activeId } };
  await writeFile(join(folder, 'profiles.json'), JSON.stringify(file));
  expect((await findProfile(folder, { profile: 'shop' })).environment).toBe('sandbox');
  expect((await findProfile(folder, { profile: 'Shop' })).environment).toBe('production');
  await expect(findProfile(folder, { profile: 'SHOP' })).rejects.toThrow('Name one by its id');
});

it('warns about unknown fields in a hand-written profile', async () => {
  const { profiles, activeId } = builtInProfiles();
  const typed = profiles.map((profile) =>
    profile.id === 'sandbox' ? { ...profile, variable: [], headers: {} } : profile,
  );
  const path = join(folder, 'profiles.json');
  await writeFile(path, `\ufeff${JSON.stringify({ version: 1, content: { profiles: typed, activeId } })}`);
  const said: string[] = [];
  const say = (words: string): void => void said.push(words);
  await findProfile(folder, { profile: 'sandbox' }, say);
  expect(said).toEqual([
    `${path}: the profile "Sandbox" has "variable", "headers", which is not a field of a profile: it is ignored.`,
  ]);
  said.length = 0;
  await findProfile(folder, { profile: 'production' }, say);
  expect(said).toEqual([]);
});

it('accepts agreement to production only for exactly that profile', async () => {
  await expect(findProfile(folder, { yesProduction: 'Production' })).rejects.toBeInstanceOf(UsageError);
  const named = { profile: 'Production', yesProduction: 'Production' };
  expect((await findProfile(folder, named)).name).toBe('Production');
  await expect(findProfile(folder, { ...named, yesProduction: 'production' })).rejects.toThrow(
    'Nothing was sent',
  );
});

it('leaves an unreadable profiles file as it is, and says that nothing was sent', async () => {
  await writeFile(join(folder, 'profiles.json'), '{"version":1,"profiles":[],"activeId":"x"}');
  const found = findProfile(folder, {});
  await expect(found).rejects.toThrow('Nothing was sent');
  await expect(found).rejects.not.toBeInstanceOf(UsageError);
  await expect(found).rejects.toThrow(
    'It is left as it is: correct it, or start the app, which sets it aside and begins a new one.',
  );
  expect(await readdir(folder)).toEqual(['profiles.json']);
});
