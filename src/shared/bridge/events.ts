import type { CredentialState } from '../credential';
import type { ProfilesState } from './profiles';

/** What main tells the renderer without being asked. */
export interface BridgeEvents {
  profilesChanged: ProfilesState;
  credentialChanged: CredentialState;
}

export const bridgeEventNames = Object.keys({
  profilesChanged: true,
  credentialChanged: true,
} satisfies { [Name in keyof BridgeEvents]: true }) as (keyof BridgeEvents)[];
