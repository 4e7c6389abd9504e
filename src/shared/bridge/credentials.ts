import type { CredentialHome, CredentialState, ForgottenSecrets } from '../profiles/credential';
import { requestNames } from './requests';

export interface CredentialRequests {
  /** State of the given profile's credential; asks the keychain anew. */
  describeCredential: { argument: { profileId: string }; result: CredentialState };
  /**
   * Stores a token, bound to the way that the profile names now. It is cleaned (spaces, line breaks, quotes, a leading `Bearer `) and never comes back.
   * `home: 'this-run-only'` keeps it in memory, with the person's consent, when no keychain is usable.
   */
  saveToken: {
    argument: { profileId: string; token: string; home: CredentialHome };
    result: CredentialState;
  };
  /**
   * Stores a private EC P-521 key (PEM or JWK text) with which short-lived ES512 tokens are minted as needed.
   * `lifetimeSeconds` within `TOKEN_LIFETIME`; with `issuer: null` the tokens name none.
   */
  saveSigningKey: {
    argument: {
      profileId: string;
      key: string;
      scopes: readonly string[];
      lifetimeSeconds: number;
      issuer: string | null;
      home: CredentialHome;
    };
    result: CredentialState;
  };
  /**
   * Asks the person, in a window of main's own, whether a detached secret may go the way that the profile names now. The
   * state afterwards: still detached when the answer was no.
   */
  confirmCredential: { argument: { profileId: string }; result: CredentialState };
  /** `kind: 'none'` afterwards, with `keychain` set when the keychain could not delete it yet. */
  forgetCredential: { argument: { profileId: string }; result: CredentialState };
  /** Forgets the secrets of all profiles and saved requests. Profiles, history and requests stay. */
  forgetAllSecrets: { argument: undefined; result: ForgottenSecrets };
}

export const credentialRequestNames = requestNames<CredentialRequests>({
  describeCredential: true,
  saveToken: true,
  saveSigningKey: true,
  confirmCredential: true,
  forgetCredential: true,
  forgetAllSecrets: true,
});
