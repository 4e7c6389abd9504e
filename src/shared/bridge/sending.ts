import type { Exchange, HeaderList } from '../http/exchange';
import type { RequestSpec } from '../requests/request-spec';
import { requestNames } from './requests';

/** What happened to a request that somebody wanted to send. */
export type SendResult =
  /** Its secrets are masked. */
  | { readonly kind: 'sent'; readonly exchange: Exchange }
  /** Main asked the person, who said no: nothing was sent. */
  | { readonly kind: 'declined' };

/** What the Local sandbox says about a draft. */
export type DryRunResult =
  | {
      readonly kind: 'received';
      /** What its destination received. Values of secret headers are masked. */
      readonly received: {
        readonly method: string;
        /** Includes the query. */
        readonly path: string;
        readonly headers: HeaderList;
        /** Decrypted, if it was encrypted. */
        readonly body: string;
        readonly isEncrypted: boolean;
        /**
         * `wrong`: the signed content is not what arrived, for example because something else was applied after
         * signing.
         */
        readonly signature: 'none' | 'verified' | 'wrong';
        readonly hasCertificate: boolean;
      };
      /** Sentences on what differed from the draft. */
      readonly notes: readonly string[];
    }
  /** The sandbox refused it, or answered something else. */
  | { readonly kind: 'answered'; readonly exchange: Exchange; readonly notes: readonly string[] };

/** Sends that may be out, of all requests. */
export interface OpenSends {
  /**
   * Families of drafts (`KeptDraft.familyId`) that have one, at most 100: any draft of such a family is asked about
   * before it is sent, even a changed one or a copy that was never sent.
   */
  readonly families: readonly string[];
  /** True if there is any at all: one from another draft may have the same content (`isOut`). */
  readonly any: boolean;
}

export interface SendingRequests {
  /**
   * Sends a request of any operation on the active profile. A request that may have an effect is sent once and never
   * retried. Refused without being sent if the request has errors, the profile is read-only, or a guard says no.
   */
  sendRequest: {
    argument: {
      request: RequestSpec;
      callId: string;
      /** The profile under which it was composed or recorded; null if it is made just now. */
      composedUnder: string | null;
      /** The draft it comes from: the composer then knows how the send ended, even after a crash. */
      draftId: string | null;
      /** The family that the draft shares with its copies (`KeptDraft`). */
      familyId: string | null;
    };
    result: SendResult;
  };
  listOpenSends: { argument: undefined; result: OpenSends };
  /**
   * True if main would ask before sending it on the active profile, because an earlier send of the same content or
   * family may be out. Refused for a request that cannot be sent as it is.
   */
  isOut: { argument: { request: RequestSpec; familyId: string | null }; result: boolean };
  /**
   * Sends a Vault Forward request to the Local sandbox instead, whatever the active profile, with test cards and
   * without the values of secret headers. Nothing leaves this computer.
   */
  dryRun: { argument: { request: RequestSpec; callId: string }; result: DryRunResult };
}

export const sendingRequestNames = requestNames<SendingRequests>({
  sendRequest: true,
  listOpenSends: true,
  isOut: true,
  dryRun: true,
});
