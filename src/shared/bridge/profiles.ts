import type { Profile } from '../profile';
import { requestNames } from './requests';

export interface ProfilesState {
  /** In the person's order. */
  readonly profiles: readonly Profile[];
  readonly activeId: string;
  /** A sentence when the profiles file was damaged and set aside, else null. */
  readonly notice: string | null;
}

export interface ProfileRequests {
  describeProfiles: { argument: undefined; result: ProfilesState };
  activateProfile: { argument: { profileId: string }; result: ProfilesState };
}

export const profileRequestNames = requestNames<ProfileRequests>({
  describeProfiles: true,
  activateProfile: true,
});
