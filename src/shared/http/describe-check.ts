import { countFindings } from './count-findings';
import type { NotCheckedReason, ResponseCheck } from './exchange';

/** Why a response was not checked, in words that follow a colon. */
export const NOT_CHECKED_WORDS: Readonly<Record<NotCheckedReason, string>> = {
  'under-way': 'its check is under way',
  'no-answer': 'there is no answer',
  'broke-off': 'the answer did not arrive in full',
  'not-utf-8': 'it is not text in UTF-8 or in the charset it names',
  'too-large': 'it is too large',
  'took-too-long': 'it took too long',
  crashed: 'the process that read it crashed, as it does when its memory runs out',
  killed:
    'the process that read it was ended from outside: by somebody, or by the system, which does so when memory runs low',
  cancelled: 'cancelled',
  'app-ended': 'the app was closed while it was being checked; look it up again to have it checked',
  'no-shape': 'the specification gives no shape for this answer',
  failed: 'something failed on this computer',
  'many-pages': 'it stands for many pages',
  'not-known': 'the version of the app that recorded it did not note whether it was checked',
};

/**
 * The same for narrow places; null when it goes without saying: the specification leaves a destination's answer open.
 */
export function describeCheckBriefly(exchange: Parameters<typeof describeCheck>[0]): string | null {
  const { check, findings } = exchange;
  const saysItself = check.kind === 'not-checked' && check.why === 'no-shape' && findings.length === 0;
  return saysItself ? null : describeCheck(exchange);
}

/**
 * The contract check in a few words. Only what was checked in full is called valid: `Valid response` for a success,
 * `Valid error response` for an error, so that it does not read as if the request had worked.
 */
export function describeCheck(exchange: {
  readonly response: { readonly status: number } | null;
  readonly check: ResponseCheck;
  readonly findings: readonly unknown[];
  readonly moreFindings: number;
}): string {
  const { response, check, findings, moreFindings } = exchange;
  const isError = response !== null && response.status >= 400;
  const total = findings.length + moreFindings;
  const found = countFindings(total);
  switch (check.kind) {
    case 'checked':
      if (total > 0) return found;
      return isError ? 'Valid error response' : 'Valid response';
    case 'not-checked': {
      const words = `not checked: ${NOT_CHECKED_WORDS[check.why]}`;
      return total === 0 ? words : `${found}; body ${words}`;
    }
  }
}
