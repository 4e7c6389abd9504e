import type { ProfilesState } from '@shared/bridge/profiles';

/** Something that is kept of profiles, beside the profiles themselves. */
export interface KeptOfProfiles {
  /** Of each profile of which it has something. */
  profileIds(): Promise<readonly string[]>;
  forgetProfiles(profileIds: readonly string[]): Promise<void>;
}

/**
 * Forgets what is left of profiles that are no more. Of whom there is something is asked before who is there: a profile that is
 * made meanwhile is then among those who are, and what is looked up with it stays.
 * @param report told of what could not be asked or forgotten; the rest is done all the same.
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
      // The file of profiles could not be used: whether those that are not known now are gone is not known either.
      if (notice !== null) return;
      const known = new Set(profiles.map(({ id }) => id));
      const gone = profileIds.filter((id) => !known.has(id));
      if (gone.length > 0) await kept.forgetProfiles(gone);
    } catch (error) {
      report(error);
    }
  }
}
