import type { Profile } from '@shared/profiles/profile';
import type { Question } from '@shared/questions/question';
import { countOf } from '@shared/text/count-of';
import { visible } from '../guards/visible';

/** The forms of profiles in the window with changes that are not saved. What is in them stays in the window. */
export class UnsavedProfiles {
  private names: readonly string[] = [];
  private latest = 0;

  /** @param profiles gives those that there are, of which the ids are some. */
  async note(
    profileIds: readonly string[],
    hasNew: boolean,
    profiles: () => Promise<readonly Pick<Profile, 'id' | 'name'>[]>,
  ): Promise<void> {
    this.latest += 1;
    const { latest } = this;
    const wanted = new Set(profileIds);
    const known = profileIds.length === 0 ? [] : await profiles();
    // The window may have told of others meanwhile.
    if (latest !== this.latest) return;
    const names = known.filter(({ id }) => wanted.has(id)).map(({ name }) => visible(name));
    this.names = hasNew ? [...names, 'a new profile'] : names;
  }

  /** The page is gone, or another one that has no form yet. */
  clear(): void {
    this.latest += 1;
    this.names = [];
  }

  /** What is asked before the app ends; null if nothing would be lost. */
  get question(): Question | null {
    const { names } = this;
    if (names.length === 0) return null;
    return {
      title: 'Quit and lose what you typed?',
      lead: [
        `The form of ${countOf(names.length, 'profile')} has changes that are not saved. They are lost when the app ends.`,
        'To keep them, stay, and press Save under Profiles.',
      ],
      facts: [{ label: names.length === 1 ? 'Profile' : 'Profiles', value: names.join('\n') }],
      danger: 'caution',
      confirmLabel: 'Quit anyway',
      cancelLabel: 'Stay',
      checkboxLabel: null,
    };
  }
}
