import type { ContractCheck, OperationId } from '@contract';
import type { SessionBody } from '@shared/history/session-outcome';

/** What the contract check has to know beside the body. */
export interface CheckQuestion {
  readonly kind: 'check';
  readonly operation: OperationId;
  readonly status: number;
  /** The header's value; null without one. */
  readonly contentType: string | null;
}

/** What can be asked of a body that is too large to be parsed on the main thread. */
export type BodyQuestion = CheckQuestion | { readonly kind: 'session' };

export interface BodyAnswers {
  readonly check: {
    readonly check: ContractCheck;
    /** What is asked next of a look-up's answer, as it is parsed already; else null. */
    readonly session: SessionBody | null;
  };
  /** Null for a body that is no JSON object. */
  readonly session: SessionBody | null;
}

export type ToReadingProcess =
  | { readonly kind: 'read'; readonly question: BodyQuestion; readonly bytes: number }
  /** Answers `more`. */
  | { readonly kind: 'piece'; readonly piece: Uint8Array };

export type FromReadingProcess =
  /** It is ready for the next piece. */
  | { readonly kind: 'more' }
  | { readonly kind: 'answer'; readonly answer: BodyAnswers[keyof BodyAnswers] }
  /** The runtime has no string of this length. */
  | { readonly kind: 'too-large' };
