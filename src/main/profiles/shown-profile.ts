import type { Profile } from '@shared/profiles/profile';
import { switchedMeanwhile } from './profile-problems';

/**
 * The active profile for requests from the window, as long as the window shows it. A request that arrives while the
 * active profile is being switched is sent under neither.
 */
export class ShownProfile {
  /** Null until a window has asked. */
  private shownId: string | null = null;

  /** @param find returns the active profile, once all changes requested so far have been made. */
  constructor(private readonly find: () => Promise<Profile>) {}

  /** The window shows this profile, or is about to and has been told of no other. */
  note(profileId: string): void {
    this.shownId = profileId;
  }

  /** Throws a `ProblemError` if the window shows another one. */
  readonly active = async (): Promise<Profile> => {
    const { shownId } = this;
    const profile = await this.find();
    if (shownId !== null && profile.id !== shownId) throw switchedMeanwhile(profile.name);
    return profile;
  };
}
