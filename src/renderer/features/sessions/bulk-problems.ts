import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import type { Problem } from '@shared/problem';

/** The problems for a list, or a line of one, that cannot be shown. Loaded on demand. */
export function tooMany(count: number): Problem {
  return {
    code: 'too-many-ids',
    title: `${count.toLocaleString('en')} IDs are too many for one list`,
    meaning: `A list holds at most ${MAX_BULK_SESSIONS.toLocaleString('en')} IDs. Nothing was sent; your text is still in the field.`,
    nextStep: 'Look them up in smaller batches.',
    field: 'Session ID',
    detail: null,
  };
}

export function notHeld(): Problem {
  return {
    code: 'answer-not-held',
    title: 'This answer is no longer kept',
    meaning: 'It is no longer in memory or in the history. Its line stays in the list.',
    nextStep: 'Look the session up again.',
    detail: null,
  };
}

export function listNotHeld(): Problem {
  return {
    code: 'list-not-held',
    title: 'This list no longer exists',
    meaning: 'It, or its profile, was deleted.',
    nextStep: 'Paste its IDs again.',
    detail: null,
  };
}

export function notAsked(): Problem {
  return {
    code: 'session-not-asked',
    title: 'This session was not looked up',
    meaning: 'The list stopped first, so there is no answer.',
    nextStep: 'Look the session up.',
    detail: null,
  };
}

export function anotherIsOpen(): Problem {
  return {
    code: 'another-list-open',
    title: 'Another list is open',
    meaning: 'Nothing was changed.',
    nextStep: 'Close that list, then undo this again.',
    detail: null,
  };
}
