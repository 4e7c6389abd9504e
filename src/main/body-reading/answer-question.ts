import { validatedMembers } from '@contract/generated/members';
import { operationDetails } from '@contract/operation-details';
import { readSessionBody } from '@shared/history/session-body';
import { parseJson } from '@shared/json/parse-json';
import { checkParsed } from './check-text';
import type { BodyAnswers, BodyQuestion } from './protocol';

const SESSION_MEMBERS = validatedMembers.CheckoutSession ?? [];

/** Names of the members that the answer to this question depends on. */
export function requestedMembers(question: BodyQuestion): ReadonlySet<string> {
  if (question.kind === 'session') return new Set(SESSION_MEMBERS);
  const { operation, status } = question;
  const validator = operationDetails[operation].responses[status]?.validator ?? '';
  const lines = operation === 'get_checkout_session' ? SESSION_MEMBERS : [];
  return new Set([...lines, ...(validatedMembers[validator] ?? [])]);
}

/** Answers a question about a text, which must contain everything that the answer depends on. */
export function answerQuestion(
  question: BodyQuestion,
  { text, isJson }: { readonly text: string; readonly isJson: boolean },
): BodyAnswers[keyof BodyAnswers] {
  const parsed = isJson ? parseJson(text) : undefined;
  switch (question.kind) {
    case 'check':
      return {
        check: checkParsed(question, text, parsed),
        session: question.operation === 'get_checkout_session' ? readSessionBody(parsed) : null,
      };
    case 'session':
      return readSessionBody(parsed);
  }
}
