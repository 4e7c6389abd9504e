import type { Answer, Question } from './question';

/** What the page of a question can do: read its question and answer it, once. It has access to nothing else. */
export interface QuestionPage {
  /** Null if there is no question for this page (any more). */
  read(): Question | null;
  answer(answer: Answer): void;
}

/** Known only to the preload script of the question's page and to main's window for it. */
export const QUESTION_CHANNELS = { read: 'question:read', answer: 'question:answer' } as const;
