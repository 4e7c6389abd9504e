import { type Profile } from '@shared/profiles/profile';
import { declined } from '@shared/questions/question';
import type { CredentialServices } from './credential-service';
import { routeOf } from './credential-route';
import { testingProfile } from '@shared/testing/testing-profile';

/**
 * For tests: profiles that can be edited under a `CredentialService`. Nobody is asked anything unless a test says so.
 */
export class TestingProfiles {
  private readonly profiles = new Map<string, Profile>();

  /** Adds or edits a profile. Returns its current state, frozen like a sender's copy. */
  add(id: string, changes: Partial<Profile> = {}): Profile {
    const before =
      this.profiles.get(id) ??
      testingProfile({ id, name: id, baseUrl: 'https://api.a.example/v1', merchantAccountId: null });
    const profile = Object.freeze({ ...before, ...changes });
    this.profiles.set(id, profile);
    return profile;
  }

  now(id: string): Profile {
    const profile = this.profiles.get(id);
    if (!profile) throw new Error(`there is no profile ${id}`);
    return profile;
  }

  remove(id: string): void {
    this.profiles.delete(id);
  }

  readonly services: Pick<CredentialServices, 'profileNow' | 'routeAtUpdate' | 'ask'> = {
    profileNow: (id) => Promise.resolve(this.profiles.get(id) ?? null),
    routeAtUpdate: (id) => Promise.resolve(routeOf(this.now(id))),
    ask: () => Promise.resolve(declined),
  };
}
