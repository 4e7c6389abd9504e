import type { CredentialHome, CredentialState, ForgottenSecrets } from '../profiles/credential';
import { requestNames } from './requests';

export interface CredentialRequests {
  /** The state of the profile's credential; asks the keychain again. */
  describeCredential: { argument: { profileId: string }; result: CredentialState };
  /**
   * Stores a token, bound to the route that the profile names now. Spaces, line breaks, quotes and a leading `Bearer `
   * are removed, and the token is never returned.
   * `home: 'this-run-only'` keeps it in memory, with the person's consent, if no keychain can be used.
   */
  saveToken: {
    argument: { profileId: string; token: string; home: CredentialHome };
    result: CredentialState;
  };
  /**
   * Stores a private EC P-521 key (PEM or JWK text) from which short-lived ES512 tokens are minted as needed.
   * `lifetimeSeconds` must be within `TOKEN_LIFETIME`; with `issuer: null` the tokens name no issuer.
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
   * Asks the person, in a window of main's own, whether a detached secret may take the route that the profile names
   * now. Returns the state afterwards: still detached if the answer was no.
   */
  confirmCredential: { argument: { profileId: string }; result: CredentialState };
  /** Returns `kind: 'none'`, with `keychain` set if the keychain could not delete it yet. */
  forgetCredential: { argument: { profileId: string }; result: CredentialState };
  /** Deletes the secrets of all profiles and saved requests. Profiles, history and requests stay. */
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
