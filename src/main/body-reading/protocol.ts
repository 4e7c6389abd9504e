import type { ContractCheck, OperationId } from '@contract';
import type { SessionBody } from '@shared/history/session-body';

/** What the contract check needs to know besides the body. */
export interface CheckQuestion {
  readonly kind: 'check';
  readonly operation: OperationId;
  readonly status: number;
  /** The header's value; null if there is none. */
  readonly contentType: string | null;
}

/** Questions about a body that is too large to be parsed on the main thread. */
export type BodyQuestion = CheckQuestion | { readonly kind: 'session' };

export interface BodyAnswers {
  readonly check: {
    readonly check: ContractCheck;
    /** The answer to the next question about a look-up, since the body is already parsed; otherwise null. */
    readonly session: SessionBody | null;
  };
  /** Null for a body that is not a JSON object. */
  readonly session: SessionBody | null;
}

export type ToReadingProcess =
  | { readonly kind: 'read'; readonly question: BodyQuestion; readonly bytes: number }
  /** Reply to `more`. */
  | { readonly kind: 'piece'; readonly piece: Uint8Array };

export type FromReadingProcess =
  /** Asks for the next piece. */
  | { readonly kind: 'more' }
  | { readonly kind: 'answer'; readonly answer: BodyAnswers[keyof BodyAnswers] }
  /** The runtime cannot hold a string of this length. */
  | { readonly kind: 'too-large' };
