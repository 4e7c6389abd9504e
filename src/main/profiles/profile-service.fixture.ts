import { join } from 'node:path';
import { beforeEach, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { testingDraft } from '@shared/testing/testing-profile';
import { testingFolder } from '../testing/testing-folder';
import { ProfileService, type ProfileServices } from './profile-service';
import { ProfileStore } from './profile-store';

export const draft = testingDraft({ name: 'EU', baseUrl: 'https://api.example.com/' });

export const names = (state: ProfilesState): string[] => state.profiles.map(({ name }) => name);

/**
 * Gives each test profiles in their own file, and records what they announce and ask; every question is answered yes.
 */
export function setUpProfiles() {
  const folder = testingFolder();
  const path = join(folder, 'profiles.json');
  const secrets = {
    remove: vi.fn(async () => undefined),
    restore: vi.fn(async () => undefined),
    closeUndo: vi.fn(),
  };
  const announce = vi.fn<(state: ProfilesState) => void>();
  const onSwitch = vi.fn();
  const onAltered = vi.fn();
  const onRouteChanged = vi.fn();
  const agree = vi.fn<ProfileServices['agree']>(async () => undefined);
  const agreeToLeave = vi.fn<ProfileServices['agreeToLeave']>(async () => undefined);
  beforeEach(() => void vi.resetAllMocks());

  /** The service as the app starts it. */
  function start(): ProfileService {
    const store = new ProfileStore({ path, announce });
    store.onSwitch(onSwitch);
    return new ProfileService({ store, secrets, agree, agreeToLeave, onAltered, onRouteChanged });
  }
  return { start, folder, path, secrets, announce, onSwitch, onAltered, onRouteChanged, agree, agreeToLeave };
}
