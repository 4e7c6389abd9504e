import { ProblemError } from '@shared/problem';
import { declined, type AskPerson } from '@shared/questions/question';
import { TaskQueue } from '@shared/task-queue';

/** A person would never cause more waiting questions than this. */
const MAX_WAITING = 3;

/** Shows one question at a time: the next one comes when the last one has been answered. */
export function queueQuestions(ask: AskPerson): AskPerson {
  const queue = new TaskQueue();
  let open = 0;
  return async (question, signal) => {
    if (open > MAX_WAITING) throw tooManyQuestions();
    open += 1;
    try {
      return await queue.run(() => (signal.aborted ? declined : ask(question, signal)));
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
