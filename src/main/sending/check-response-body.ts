import { checkResponse } from '@contract/findings';
import type { Body, Exchange, Outcome, ReceivedResponse, ResponseCheck } from '@shared/http/exchange';
import {
  FREE_REQUEST,
  isContractOperation,
  type DocumentOperation,
  type OperationKey,
  type OwnOperation,
} from '@shared/requests/operation-key';
import { headerValue } from '@shared/http/http-fields';
import type { BodyReader } from '../body-reading/body-reader';
import { checkText } from '../body-reading/check-text';
import type { CheckQuestion } from '../body-reading/protocol';

/** The result of the contract check within an exchange. */
export type CheckedResponse = Pick<Exchange, 'check' | 'findings' | 'moreFindings'>;

/** For a response that was not checked. */
export function notChecked(why: Extract<ResponseCheck, { kind: 'not-checked' }>['why']): CheckedResponse {
  return { check: { kind: 'not-checked', why }, findings: [], moreFindings: 0 };
}

/** A body with content: text in memory or stored bytes. */
export type WholeBody = Extract<Body, { kind: 'text' | 'stored' }>;

/** Checks an answer against the document that describes its operation. */
export type CheckByDocument = (
  operation: DocumentOperation,
  answer: { readonly status: number; readonly contentType: string | null },
  body: WholeBody,
) => Promise<CheckedResponse>;

/**
 * Checks a response of any size against the contract, or says why it was not checked.
 * @param signal ends the wait for the check of a large body.
 */
export async function checkResponseBody(
  operation: OperationKey,
  outcome: Outcome,
  response: ReceivedResponse | null,
  reader: Pick<BodyReader, 'ask'>,
  signal?: AbortSignal,
  byDocument: CheckByDocument = () => Promise.resolve(notChecked('no-shape')),
): Promise<CheckedResponse> {
  if (response === null) return notChecked('no-answer');
  if (outcome.kind !== 'answered') {
    return notChecked(
      outcome.kind === 'failed' && outcome.failure === 'too-large' ? 'too-large' : 'broke-off',
    );
  }
  const { status, body } = response;
  const contentType = headerValue(response.headers, 'content-type');
  if (!isContractOperation(operation)) return checkOwn(operation, { status, body, contentType }, byDocument);
  const question: CheckQuestion = { kind: 'check', operation, status, contentType };
  switch (body.kind) {
    case 'none':
      return checkResponse(operation, status, undefined, contentType);
    case 'text':
      return checkText(question, body.text);
    case 'stored': {
      const unread = whyUnread(body);
      if (unread !== null) return unread;
      const reading = await reader.ask(body, question, signal);
      return reading.kind === 'read' ? reading.answer.check : notChecked(reading.why);
    }
  }
}

/**
 * Checks the answer to an operation outside the contract against its own document. No document describes a free
 * request, so there is nothing to check it against.
 */
function checkOwn(
  operation: OwnOperation,
  { body, ...answer }: Pick<ReceivedResponse, 'status' | 'body'> & { readonly contentType: string | null },
  byDocument: CheckByDocument,
): Promise<CheckedResponse> | CheckedResponse {
  if (operation === FREE_REQUEST || body.kind === 'none') return notChecked('no-shape');
  return whyUnread(body) ?? byDocument(operation, answer, body);
}

/** Null if the whole body can be read as text. */
function whyUnread(body: WholeBody): CheckedResponse | null {
  if (body.kind === 'text') return null;
  if (!body.complete) return notChecked('broke-off');
  return body.encoding === 'utf-8' ? null : notChecked('not-utf-8');
}
