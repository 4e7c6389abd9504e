import { readSessionBody } from '@shared/history/session-outcome';
import { checkParsed, parseJson } from './check-text';
import type { BodyAnswers, BodyQuestion } from './protocol';

/** Answers what is asked of a whole text. */
export function answerQuestion(question: BodyQuestion, text: string): BodyAnswers[keyof BodyAnswers] {
  const parsed = parseJson(text);
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
