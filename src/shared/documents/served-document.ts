/** The state of a document that the Local sandbox answers from. */
export interface ServedDocument {
  readonly id: string;
  /** `ended`: it blocked its thread too often, or could not be read. */
  readonly state: 'starting' | 'serving' | 'ended';
  readonly title: string;
  readonly version: string;
  readonly operations: number;
  /** How many of them have an answer so far that was checked against its own schema. */
  readonly checked: number;
  /** The first answers that break their own schema, or whose schema cannot be used. */
  readonly broken: readonly { readonly operation: string; readonly why: string }[];
  readonly brokenCount: number;
  /** Number of operations whose example in the document breaks their schema, so that another answer was made. */
  readonly ownBrokenCount: number;
  /** Operations that took too long or too much memory and are not served. */
  readonly suspended: readonly string[];
  /** Why it ended, or null. */
  readonly why: string | null;
}

/** How many of the broken answers are listed one by one. */
export const MAX_TOLD_BROKEN = 20;

export function startingDocument(id: string): ServedDocument {
  return {
    id,
    state: 'starting',
    title: '',
    version: '',
    operations: 0,
    checked: 0,
    broken: [],
    brokenCount: 0,
    ownBrokenCount: 0,
    suspended: [],
    why: null,
  };
}
