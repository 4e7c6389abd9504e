import type { Exchange } from '../http/exchange';
import type { RequestSpec } from '../requests/request-spec';
import { requestNames } from './requests';

/** What became of a request that somebody wanted to be sent. */
export type SendResult =
  /** Secrets are masked in it. */
  | { readonly kind: 'sent'; readonly exchange: Exchange }
  /** The person was asked by main, and said no: nothing was sent. */
  | { readonly kind: 'declined' };

export interface SendingRequests {
  /**
   * Sends a request of any operation on the active profile. What may have an effect is sent once and never tried again.
   * Refused without being sent when the request has errors, the profile is read-only, or a guard says no.
   */
  sendRequest: {
    argument: {
      request: RequestSpec;
      callId: string;
      /** The profile that it was composed or recorded under; null when it is made here and now. */
      composedUnder: string | null;
      /** The composer's draft that it comes from, which then knows what became of it also after a crash. */
      draftId: string | null;
    };
    result: SendResult;
  };
}

export const sendingRequestNames = requestNames<SendingRequests>({ sendRequest: true });
