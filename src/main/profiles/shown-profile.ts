import type { Profile } from '@shared/profiles/profile';
import { switchedMeanwhile } from './profile-problems';

/**
 * The active profile for requests of the window, as long as the window shows it. A request that comes while another
 * profile becomes the active one is sent under neither.
 */
export class ShownProfile {
  /** Null while no window has asked. */
  private shownId: string | null = null;

  /** @param find gives the active profile, after all changes that were asked for by now. */
  constructor(private readonly find: () => Promise<Profile>) {}

  /** The window shows this profile, or is about to and was told of no other. */
  note(profileId: string): void {
    this.shownId = profileId;
  }

  /** Throws a `ProblemError` when the window shows another one. */
  readonly active = async (): Promise<Profile> => {
    const { shownId } = this;
    const profile = await this.find();
    if (shownId !== null && profile.id !== shownId) throw switchedMeanwhile(profile.name);
    return profile;
  };
}
