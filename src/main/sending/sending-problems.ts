import { looselyRead } from '@shared/http/http-fields';
import { ProblemError, type Problem } from '@shared/problem';
import { messageOf } from '@shared/text/message-of';

/** @param why the app cancelled the call, as it follows "Cancelled:"; null if the person cancelled it. */
export function cancelledBefore(why: string | null = null): ProblemError {
  return new ProblemError({
    code: 'cancelled',
    title: why === null ? 'Cancelled' : `Cancelled: ${why}`,
    meaning: why === null ? 'You cancelled it in time: nothing was sent.' : 'Nothing was sent.',
    nextStep: 'Send it again when you are ready.',
    detail: null,
  });
}

export function profileChanged(name: string): ProblemError {
  return new ProblemError({
    code: 'profile-changed',
    title: 'The profile has changed in the meantime',
    meaning: `"${name}" has changed since this request was prepared. Nothing was sent.`,
    nextStep: 'Look at the profile, then send it again.',
    detail: null,
  });
}

/** A note on an answer. */
export function notKept(error: unknown): Problem {
  return {
    code: 'not-kept',
    title: 'Not all of this could be kept',
    meaning: 'The request was sent and answered; something could not be written on this computer afterwards.',
    nextStep:
      'Make sure that the disk has room and that the app may write in its folder. Do not send it again because of that.',
    detail: messageOf(error),
  };
}

/** A note on the outcome of a send that exists only in memory. */
export function notRecorded(isUnknown: boolean): Problem {
  return {
    code: 'send-not-recorded',
    title: 'This send is not recorded yet',
    meaning: isUnknown
      ? 'The history could not be written, so only this run of the app knows which request it was: if the app ends before it is written, it may not ask before the same request goes out again.'
      : 'The history could not be written: it does not have this send if the app ends before it is.',
    nextStep: `${isUnknown ? 'Note it elsewhere. ' : ''}Make sure that the disk has room and that the app may write in its folder: it is tried again every 15 seconds.`,
    detail: null,
  };
}

export function noSandboxProblem(): ProblemError {
  return new ProblemError({
    code: 'sandbox-not-running',
    title: 'The Local sandbox is not running',
    meaning: 'Its address is not known. Nothing was sent.',
    nextStep: 'Try again in a moment; if that does not help, start the app again.',
    field: 'Destination URL',
    detail: null,
  });
}

export function misspeltHeaderProblem(header: string): ProblemError {
  const name = looselyRead(header);
  return new ProblemError({
    code: 'forward-header-writing',
    title: `${header} may be taken for ${name}`,
    meaning: `Some servers read _ as -: it could send the card elsewhere than to the destination that is shown. Nothing was sent.`,
    nextStep: `Write ${name} if that is meant, or remove the header.`,
    field: 'Headers',
    detail: null,
  });
}

export function overrideProblem(header: string): ProblemError {
  return new ProblemError({
    code: 'method-override',
    title: `${header} turns it into another request`,
    meaning:
      'Its method only reads, but because of this header a service may treat it as one that does more: it would be sent without asking, and again if no answer came. Nothing was sent.',
    nextStep: 'Choose the method that is meant, and remove the header.',
    field: 'Headers',
    detail: null,
  });
}
