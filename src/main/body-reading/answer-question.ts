import { readSessionBody } from '@shared/history/session-outcome';
import { checkText, parseJson } from './check-text';
import type { BodyAnswers, BodyQuestion } from './protocol';

/** Answers what is asked of a whole text. */
export function answerQuestion(question: BodyQuestion, text: string): BodyAnswers[keyof BodyAnswers] {
  switch (question.kind) {
    case 'check':
      return checkText(question, text);
    case 'session':
      return readSessionBody(parseJson(text));
  }
}
