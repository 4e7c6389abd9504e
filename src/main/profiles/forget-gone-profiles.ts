import type { ProfilesState } from '@shared/bridge/profiles';

/** A place that keeps something for profiles, apart from the profiles themselves. */
export interface KeptOfProfiles {
  /** The ids of all profiles for which something is kept. */
  profileIds(): Promise<readonly string[]>;
  forgetProfiles(profileIds: readonly string[]): Promise<void>;
}

/**
 * Forgets what is left of profiles that no longer exist. What is kept is listed before the profiles are, so that a
 * profile created in between is among the existing ones and keeps its things.
 * @param idsSetAside ids that are in no profile now and may come back: what is kept for them stays.
 * @param report is called with anything that could not be listed or forgotten; the rest is done anyway.
 */
export async function forgetGoneProfiles(
  everything: readonly KeptOfProfiles[],
  describeProfiles: () => Promise<ProfilesState>,
  report: (error: unknown) => void,
  idsSetAside: readonly string[] = [],
): Promise<void> {
  for (const kept of everything) {
    try {
      const profileIds = await kept.profileIds();
      const { profiles, notice } = await describeProfiles();
      // The profiles file could not be used, so it is unknown whether the missing profiles are really gone.
      if (notice !== null) return;
      const known = new Set([...profiles.map(({ id }) => id), ...idsSetAside]);
      const gone = profileIds.filter((id) => !known.has(id));
      if (gone.length > 0) await kept.forgetProfiles(gone);
    } catch (error) {
      report(error);
    }
  }
}
