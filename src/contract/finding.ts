/** What the contract check says about one place of a response. */
export interface Finding {
  /**
   * JSON pointer (RFC 6901) into the body. For a missing property it names the place where the property should be;
   * empty for the body as a whole and for the status.
   */
  readonly pointer: string;
  readonly rule: FindingRule;
  readonly severity: FindingSeverity;
  /** One or two sentences for people. */
  readonly message: string;
  /** The value found there, as JSON text of at most `PREVIEW_LENGTH` characters; null when there is none. */
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
 * `error`: the specification forbids it. `warning`: the specification does not list it, but clients that read only what
 * they know are unharmed. `note`: the specification tolerates it or leaves it open.
 */
export type FindingSeverity = 'error' | 'warning' | 'note';

/** Whether a body was checked against a shape in the specification, which gives none for some bodies. */
export type ShapeCheck =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not-checked'; readonly why: 'no-shape' };

/**
 * Up to this number the count of a check is exact. Beyond it, the count may be where the check stopped:
 * `MAX_VIOLATIONS` broken rules make fewer findings when one wrong value breaks several rules, six at most.
 */
export const SURELY_COUNTED = 5_000;

/** The result of a contract check. The response conforms when it was checked and there are no findings. */
export interface ContractCheck {
  readonly check: ShapeCheck;
  /** The most important first, then in the order in which the body was checked; at most `MAX_FINDINGS`. */
  readonly findings: readonly Finding[];
  /** How many findings there were beyond those listed. A number above `SURELY_COUNTED` means "at least this many". */
  readonly moreFindings: number;
}
