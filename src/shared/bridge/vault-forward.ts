import type { Exchange } from '../exchange';
import type { VaultForwardDraft } from '../vault-forward/draft';
import { requestNames } from './requests';

/** What became of a Send. */
export type ForwardResult =
  /** Secret headers for the destination are masked in it, as the token is. */
  | { readonly kind: 'sent'; readonly exchange: Exchange }
  /** Nothing was sent: main asked the person, who said no, or could not be asked. */
  | { readonly kind: 'declined' };

export interface VaultForwardRequests {
  /**
   * POST /vault-forward on the active profile, once: it is never tried again. Refused without being sent when the draft
   * has errors, the profile is read-only, or a guard says no.
   */
  sendVaultForward: {
    argument: {
      draft: VaultForwardDraft;
      callId: string;
      /** The profile that the draft was composed or recorded under. */
      composedUnder: string | null;
    };
    result: ForwardResult;
  };
}

export const vaultForwardRequestNames = requestNames<VaultForwardRequests>({ sendVaultForward: true });
