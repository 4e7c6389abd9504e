import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { forgetGoneProfiles, type KeptOfProfiles } from './forget-gone-profiles';

const reports: unknown[] = [];
const report = (error: unknown): void => void reports.push(error);

/** A place that keeps something for each of these profiles. */
function kept(...profileIds: string[]): KeptOfProfiles & { readonly left: Set<string> } {
  const left = new Set(profileIds);
  return {
    left,
    profileIds: () => Promise.resolve([...left]),
    forgetProfiles: (gone) => Promise.resolve(gone.forEach((id) => left.delete(id))),
  };
}

const profilesAre = (ids: readonly string[], notice: string | null = null) => ({
  profiles: ids.map((id) => testingProfile({ id })),
  activeId: ids[0] ?? '',
  notice,
});

it('forgets what is kept for missing profiles, even if one place fails', async () => {
  const [one, other] = [kept('here', 'gone'), kept('gone', 'long gone')];
  const broken: KeptOfProfiles = { ...one, profileIds: () => Promise.reject(new Error('disk')) };
  await forgetGoneProfiles([broken, one, other], () => Promise.resolve(profilesAre(['here'])), report);
  expect([...one.left, ...other.left]).toEqual(['here']);
  expect(reports).toEqual([new Error('disk')]);
});

it('keeps what belongs to a profile created in the meantime', async () => {
  const ids = ['here'];
  const place = kept('here', 'gone');
  const makeOne = (): void => {
    ids.push('new');
    place.left.add('new');
  };
  const slow: KeptOfProfiles = {
    profileIds: async () => {
      const asked = await place.profileIds();
      makeOne();
      return asked;
    },
    forgetProfiles: place.forgetProfiles,
  };
  const describe = async () => {
    const state = profilesAre([...ids]);
    await Promise.resolve();
    ids.push('newer');
    place.left.add('newer');
    return state;
  };
  await forgetGoneProfiles([slow], describe, report);
  expect([...place.left]).toEqual(['here', 'new', 'newer']);
});

it('forgets nothing if the profiles file could not be read', async () => {
  const place = kept('gone');
  await forgetGoneProfiles([place], () => Promise.resolve(profilesAre(['here'], 'set aside')), report);
  expect([...place.left]).toEqual(['gone']);
});

it('keeps what belongs to a profile whose file was set aside and may be put back', async () => {
  const place = kept('here', 'set aside', 'gone');
  await forgetGoneProfiles([place], () => Promise.resolve(profilesAre(['here'])), report, ['set aside']);
  expect([...place.left]).toEqual(['here', 'set aside']);
});
