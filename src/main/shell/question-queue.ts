import { ProblemError } from '@shared/problem';
import { declined, type AskPerson } from '@shared/questions/question';

/** More waiting questions than this are not a person's doing. */
const MAX_WAITING = 3;

/** Shows one question at a time: the next one comes when the last one is answered. */
export function queueQuestions(ask: AskPerson): AskPerson {
  let last: Promise<unknown> = Promise.resolve();
  let open = 0;
  return async (question, signal) => {
    if (open > MAX_WAITING) throw tooManyQuestions();
    open += 1;
    const own = last.then(() => (signal.aborted ? declined : ask(question, signal)));
    last = own.catch(() => undefined);
    try {
      return await own;
    } finally {
      open -= 1;
    }
  };
}

function tooManyQuestions(): ProblemError {
  return new ProblemError({
    code: 'too-many-questions',
    title: 'Other questions wait for your answer',
    meaning: 'This one was taken as a no. Nothing was sent or changed for it.',
    nextStep: 'Answer the questions that are open, then try again.',
    detail: null,
  });
}
