import type { ContractCheck, Finding } from '@contract';
import { checkResponse, NotJson } from '@contract/findings';
import { PREVIEW_LENGTH } from '@contract/preview';
import { findPlace } from '@shared/json/find-place';
import { parseJson } from '@shared/json/parse-json';
import type { CheckQuestion } from './protocol';

/** Each is searched for in the whole text: a body full of them must not hold everything up. */
const MAX_LOOKED_UP = 20;

/** The contract check of a body's whole text. */
export function checkText(question: CheckQuestion, text: string): ContractCheck {
  return checkParsed(question, text, parseJson(text));
}

/** As `checkText`, of a text that is parsed already. */
export function checkParsed(
  { operation, status, contentType }: CheckQuestion,
  text: string,
  parsed: unknown,
): ContractCheck {
  const body = parsed === undefined ? new NotJson(text) : parsed;
  const check = checkResponse(operation, status, body, contentType);
  return { ...check, findings: asWritten(check.findings, text) };
}

/** Numbers that JavaScript rounds, as the body writes them. */
function asWritten(findings: readonly Finding[], text: string): readonly Finding[] {
  let lookedUp = 0;
  return findings.map((finding) => {
    if (finding.value === null || !isRounded(finding.value) || lookedUp >= MAX_LOOKED_UP) return finding;
    lookedUp += 1;
    const place = findPlace(text, finding.pointer);
    const written = place && text.slice(place.offset, place.offset + place.length);
    // Of repeated keys it may be another one's.
    if (!written || String(Number(written)) !== finding.value) return finding;
    const value = written.length <= PREVIEW_LENGTH ? written : `${written.slice(0, PREVIEW_LENGTH - 1)}…`;
    return { ...finding, value };
  });
}

function isRounded(value: string): boolean {
  return /^-?(?:\d|Infinity)/.test(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}
