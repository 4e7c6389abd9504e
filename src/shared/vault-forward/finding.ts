/** A finding from the check of a draft. Errors block Send, warnings and notes do not. */
export interface DraftFinding {
  /** Stable, for tests and for help: `url-not-https`, `placeholder-unknown`, … */
  readonly code: string;
  readonly severity: DraftSeverity;
  readonly where: DraftPlace;
  /** For a person, without the place. */
  readonly message: string;
  /** A change that would fix it, if that is obvious. */
  readonly mend?: DraftMend;
}

/** An edit of the text at the finding's place: the field, the item, or the part of a header. */
export interface DraftMend {
  /** The text of its button: `Use https`. */
  readonly label: string;
  /** In UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly insert: string;
}

export function finding(
  code: string,
  severity: DraftSeverity,
  where: DraftPlace,
  message: string,
): DraftFinding {
  return { code, severity, where, message };
}

/** @param offset and `length` are UTF-16 within the body. */
export function findingInBody(
  code: string,
  severity: DraftSeverity,
  offset: number,
  length: number,
  message: string,
): DraftFinding {
  return finding(code, severity, { field: 'body', offset, length }, message);
}

export type DraftSeverity = 'error' | 'warning' | 'note';

export type DraftField =
  | 'destinationUrl'
  | 'method'
  | 'paymentMethods'
  | 'authentications'
  | 'headers'
  | 'serviceHeaders'
  | 'body';

export interface DraftPlace {
  readonly field: DraftField;
  /** Index in a list, from 0. */
  readonly index?: number;
  /** Which part of a header. */
  readonly part?: 'name' | 'value';
  /** UTF-16 offset and length within the field's, item's or part's text. */
  readonly offset?: number;
  readonly length?: number;
}

/** Beyond this many findings with the same code, the rest are counted, not listed. */
const FINDINGS_PER_CODE = 50;

/** Keeps a list readable: the first findings of each code, and one that says how many more there are. */
export function limitFindings(findings: readonly DraftFinding[]): DraftFinding[] {
  const counts = new Map<string, number>();
  const kept = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    return count <= FINDINGS_PER_CODE;
  });
  for (const [code, count] of counts) {
    const last = kept.filter((finding) => finding.code === code).pop();
    if (count > FINDINGS_PER_CODE && last !== undefined) {
      kept.push({ ...last, message: `${count - FINDINGS_PER_CODE} more of the same kind, not listed.` });
    }
  }
  return kept;
}

/** True if nothing blocks Send. */
export function maySend(findings: readonly DraftFinding[]): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}
