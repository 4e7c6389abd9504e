import type { ContractCheck, Finding } from '@contract';
import { checkResponse, NotJson } from '@contract/findings';
import { PREVIEW_LENGTH } from '@contract/preview';
import { findPlace } from '@shared/json/find-place';
import { BYTE_ORDER_MARK, parseJson } from '@shared/json/parse-json';
import type { CheckQuestion } from './protocol';

/** Each rounded number is searched for in the whole text, and a body full of them must not take forever. */
const MAX_LOOKED_UP = 20;

/** The contract check of a body's whole text. */
export function checkText(question: CheckQuestion, text: string): ContractCheck {
  return checkParsed(question, text, parseJson(text));
}

/** Like `checkText`, for a text that is already parsed. */
export function checkParsed(
  { operation, status, contentType }: CheckQuestion,
  text: string,
  parsed: unknown,
): ContractCheck {
  const body = parsed === undefined ? new NotJson(text) : parsed;
  const check = checkResponse(operation, status, body, contentType);
  const findings = asWritten(check.findings, text);
  const isMarked = check.check.kind === 'checked' && parsed !== undefined && text.startsWith(BYTE_ORDER_MARK);
  return { ...check, findings: isMarked ? withMark(findings) : findings };
}

/** The mark is not part of the value, so the check does not see it. */
function withMark(findings: readonly Finding[]): readonly Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [
    ...errors,
    {
      pointer: '',
      rule: 'other',
      severity: 'warning',
      message:
        'The body begins with a byte order mark (U+FEFF), which must not be added to JSON (RFC 8259, section 8.1). It was skipped; other clients may refuse the body.',
      value: null,
      expected: 'JSON without a byte order mark',
    },
    ...findings.slice(errors.length),
  ];
}

/** Shows numbers that JavaScript rounds as they are written in the body. */
function asWritten(findings: readonly Finding[], text: string): readonly Finding[] {
  let lookedUp = 0;
  return findings.map((finding) => {
    if (finding.value === null || !isRounded(finding.value) || lookedUp >= MAX_LOOKED_UP) return finding;
    lookedUp += 1;
    const place = findPlace(text, finding.pointer);
    const written = place && text.slice(place.offset, place.offset + place.length);
    // If a key repeats, the number found may belong to another one.
    if (!written || String(Number(written)) !== finding.value) return finding;
    const value = written.length <= PREVIEW_LENGTH ? written : `${written.slice(0, PREVIEW_LENGTH - 1)}…`;
    return { ...finding, value, message: finding.message.replace(finding.value, () => value) };
  });
}

function isRounded(value: string): boolean {
  return /^-?(?:\d|Infinity)/.test(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}
