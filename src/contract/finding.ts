/** What the contract check says about one place of a response. */
export interface Finding {
  /**
   * JSON pointer (RFC 6901) into the body. For a missing property it names the place where the property should be;
   * empty for the body as a whole and for the status.
   */
  readonly pointer: string;
  readonly rule: FindingRule;
  readonly severity: FindingSeverity;
  /** One sentence or two, for people. */
  readonly message: string;
  /** The value found there, as JSON text of at most `PREVIEW_LENGTH` characters; null where there is none. */
  readonly value: string | null;
  /** What the specification asks for there, in a few words. */
  readonly expected: string;
}

export type FindingRule = (typeof FINDING_RULES)[number];
export const FINDING_RULES = [
  'unlisted-property',
  'required',
  'type',
  'pattern',
  'range',
  'length',
  'format',
  'constant',
  'unknown-enum',
  'empty-body-expected',
  'body-expected',
  'not-json',
  'content-type',
  'undocumented-status',
  /** Any other rule of a schema; the message names it. */
  'other',
] as const;

/**
 * `error`: the specification rules it out. `warning`: the specification does not list it, and a client that reads only
 * what it knows is unharmed. `note`: the specification tolerates it or leaves it open.
 */
export type FindingSeverity = 'error' | 'warning' | 'note';

/** Whether a body was held against a shape of the specification: for some bodies it gives none. */
export type ShapeCheck =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not-checked'; readonly why: 'no-shape' };

/**
 * A check counts at least so far. Beyond it, the number may be that at which it stopped: `MAX_VIOLATIONS` broken rules are
 * fewer findings where one wrong value breaks several rules, six at the most.
 */
export const SURELY_COUNTED = 5_000;

/** The result of a contract check. The response conforms when it was checked and nothing was found. */
export interface ContractCheck {
  readonly check: ShapeCheck;
  /** Most important first, then in the body's order of checking; at most `MAX_FINDINGS`. */
  readonly findings: readonly Finding[];
  /** How many there were beyond those listed; beyond `SURELY_COUNTED`, at least so many. */
  readonly moreFindings: number;
}
