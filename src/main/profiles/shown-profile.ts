import type { Profile } from '@shared/profiles/profile';
import { switchedMeanwhile } from './profile-problems';

/**
 * The active profile, for what the window asks for: only while the window shows it. What is asked for while another
 * profile becomes the active one goes out under neither.
 */
export class ShownProfile {
  /** Null while no window has asked. */
  private shownId: string | null = null;

  /** @param find the active profile, as it is once what was asked to be changed by now is. */
  constructor(private readonly find: () => Promise<Profile>) {}

  /** The window shows this one, or is about to and was told of no other. */
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
