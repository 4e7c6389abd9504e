import type { CredentialState } from '../profiles/credential';

/** What is known around an exchange and makes its explanation concrete. */
export interface ExplainContext {
  /** Scope that the operation requires according to the specification, or null if it names none. */
  readonly requiredScope: string | null;
  /** State of the credential that was used; null if unknown (an exchange from history). */
  readonly credential: CredentialState | null;
}
