import type { ProfilesState } from '@shared/bridge/profiles';

/** Something that is kept for profiles, apart from the profiles themselves. */
export interface KeptOfProfiles {
  /** The ids of all profiles for which something is kept. */
  profileIds(): Promise<readonly string[]>;
  forgetProfiles(profileIds: readonly string[]): Promise<void>;
}

/**
 * Forgets what is left of profiles that no longer exist. What is kept is looked up before the profiles are: a profile
 * that is created meanwhile is then among those that exist, and what is kept for it stays.
 * @param report is called with what could not be looked up or forgotten; the rest is done all the same.
 */
export async function forgetGoneProfiles(
  everything: readonly KeptOfProfiles[],
  describeProfiles: () => Promise<ProfilesState>,
  report: (error: unknown) => void,
): Promise<void> {
  for (const kept of everything) {
    try {
      const profileIds = await kept.profileIds();
      const { profiles, notice } = await describeProfiles();
      // The file of profiles could not be used, so it is not known whether profiles that are missing now are gone.
      if (notice !== null) return;
      const known = new Set(profiles.map(({ id }) => id));
      const gone = profileIds.filter((id) => !known.has(id));
      if (gone.length > 0) await kept.forgetProfiles(gone);
    } catch (error) {
      report(error);
    }
  }
}
