import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { AskPerson } from '@shared/questions/question';
import { leaveQuestion } from '../guards/leave-question';
import type { UnderWay } from '../guards/send-facts';

/**
 * Asks before a profile becomes another service or is deleted while a request that may have an effect is under way in
 * it: the app would stop listening, and nobody would know how the request ended. The question is withdrawn if the
 * request ends first. Throws a `ProblemError` if the person would rather wait.
 */
export async function agreeToLeave(
  { id, name }: Profile,
  how: 'edited' | 'deleted',
  mayHaveEffect: (profileId: string) => UnderWay,
  ask: AskPerson,
): Promise<void> {
  for (let underWay = mayHaveEffect(id); underWay.sends.length > 0; underWay = mayHaveEffect(id)) {
    const outcome = new AbortController();
    void underWay.settled.then(() => outcome.abort());
    const { confirmed } = await ask(leaveQuestion(underWay.sends, how), outcome.signal);
    if (confirmed) return;
    if (!outcome.signal.aborted) throw waits(name, how);
  }
}

function waits(name: string, how: 'edited' | 'deleted'): ProblemError {
  const isDeleted = how === 'deleted';
  return new ProblemError({
    code: 'request-under-way',
    title: `The profile was not ${isDeleted ? 'deleted' : 'changed'}`,
    meaning: `A request that may have an effect is on its way under "${name}", and you chose to wait for its answer. ${isDeleted ? 'Nothing was deleted.' : 'Nothing was saved.'}`,
    nextStep: `${isDeleted ? 'Delete the profile' : 'Save'} again when the request is answered.`,
    detail: null,
  });
}
