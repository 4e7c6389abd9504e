import type { Finding } from '@contract';
import { previewOf } from '@contract/preview';
import { bareType, isJson } from '@openapi/find-content';
import type { OpenDocument } from '@openapi/open-document';
import type { CheckedPart, DocumentCheck } from '@shared/documents/document-check';
import { parseJson } from '@shared/json/parse-json';
import { withTextFindings } from '../body-reading/text-findings';

/** Checks a part against the document, an answer also for what only its text shows, as the contract's are. */
export function checkAnswer(
  document: Pick<OpenDocument, 'check'>,
  operationId: string,
  part: CheckedPart,
  text: string,
): DocumentCheck | null {
  const check = document.check(operationId, part, text);
  if (check === null || part.kind !== 'response') return check;
  if (check.kind === 'checked')
    return { ...check, findings: withTextFindings(check.findings, text, parseJson(text)) };
  if (check.why !== 'not-json' || !isJson(bareType(part.contentType ?? ''))) return check;
  const finding: Finding = {
    pointer: '',
    rule: 'not-json',
    severity: 'error',
    value: previewOf(text),
    expected: 'a JSON body',
    message: `The answer says that it is JSON, as the document describes it for ${part.status}, and it is not: nothing in it could be checked.`,
  };
  return { kind: 'checked', findings: [finding], moreFindings: 0 };
}
