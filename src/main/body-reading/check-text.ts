import type { ContractCheck } from '@contract';
import { checkResponse, NotJson } from '@contract/findings';
import { parseJson } from '@shared/json/parse-json';
import type { CheckQuestion } from './protocol';
import { asWritten, withMark, withTextFindings } from './text-findings';

/** The contract check of a body's whole text. */
export function checkText(question: CheckQuestion, text: string): ContractCheck {
  const parsed = parseJson(text);
  const check = checkValue(question, text, parsed);
  return check.check.kind === 'checked'
    ? { ...check, findings: withTextFindings(check.findings, text, parsed) }
    : { ...check, findings: asWritten(check.findings, text) };
}

/** Like `checkText`, for a text that is already parsed, without looking for repeated keys. */
export function checkParsed(question: CheckQuestion, text: string, parsed: unknown): ContractCheck {
  const check = checkValue(question, text, parsed);
  const findings = asWritten(check.findings, text);
  return { ...check, findings: check.check.kind === 'checked' ? withMark(findings, text, parsed) : findings };
}

function checkValue(
  { operation, status, contentType }: CheckQuestion,
  text: string,
  parsed: unknown,
): ContractCheck {
  return checkResponse(operation, status, parsed === undefined ? new NotJson(text) : parsed, contentType);
}
