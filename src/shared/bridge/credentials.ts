import type { CredentialHome, CredentialState } from '../credential';
import { requestNames } from './requests';

export interface CredentialRequests {
  /** State of the given profile's credential; asks the keychain anew. */
  describeCredential: { argument: { profileId: string }; result: CredentialState };
  /**
   * Stores a token. It is cleaned (spaces, line breaks, a leading `Bearer `) and never comes back.
   * `home: 'this-run-only'` keeps it in memory, with the person's consent, when no keychain is usable.
   */
  saveToken: {
    argument: { profileId: string; token: string; home: CredentialHome };
    result: CredentialState;
  };
  forgetCredential: { argument: { profileId: string }; result: CredentialState };
}

export const credentialRequestNames = requestNames<CredentialRequests>({
  describeCredential: true,
  saveToken: true,
  forgetCredential: true,
});
