import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import { builtInProfiles } from './profile-schema';
import { ProfileStore } from './profile-store';
import { ShownProfile } from './shown-profile';

const [first, second] = builtInProfiles().profiles;
if (!first || !second) throw new Error('two profiles');

const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => null,
    (error: unknown) => error,
  );

it('is the active profile while the window shows it, or before the window has asked', async () => {
  let active: Profile = first;
  const shown = new ShownProfile(() => Promise.resolve(active));
  expect(await shown.active()).toBe(first);
  shown.note(first.id);
  expect(await shown.active()).toBe(first);
  active = second;
  expect(await codeOf(shown.active())).toMatchObject({
    problem: { code: 'profile-switched', meaning: expect.stringContaining(second.name) as unknown },
  });
  shown.note(second.id);
  expect(await shown.active()).toBe(second);
});

it('uses what was shown at the time of the call, however long it takes', async () => {
  let tell: (profile: Profile) => void = () => undefined;
  const shown = new ShownProfile(() => new Promise((resolve) => (tell = resolve)));
  shown.note(first.id);
  const asked = shown.active();
  shown.note(second.id);
  tell(second);
  expect(await codeOf(asked)).toMatchObject({ problem: { code: 'profile-switched' } });
});

it('waits for a switch that is being written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shown-'));
  const store = new ProfileStore({ path: join(folder, 'profiles.json'), announce: () => undefined });
  const shown = new ShownProfile(() => store.active());
  shown.note((await store.describe()).activeId);
  const switching = store.change((content) => ({ ...content, activeId: second.id }));
  expect(await codeOf(shown.active())).toMatchObject({ problem: { code: 'profile-switched' } });
  await switching;
  await rm(folder, { recursive: true });
});
