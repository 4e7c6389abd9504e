import { ProblemError } from '@shared/problem';

export function noSuchProfile(): ProblemError {
  return new ProblemError({
    code: 'no-such-profile',
    title: 'This profile no longer exists',
    meaning: 'It was deleted in the meantime. Nothing was changed.',
    nextStep: 'Choose another profile.',
    detail: null,
  });
}

export function switchedMeanwhile(name: string): ProblemError {
  return new ProblemError({
    code: 'profile-switched',
    title: 'The profile was just being switched',
    meaning: `"${name}" became the active profile while the window still showed another one. Nothing was sent.`,
    nextStep: 'Look at the profile at the top of the window, then do it again.',
    detail: null,
  });
}

export function cannotDeleteLocal(): ProblemError {
  return new ProblemError({
    code: 'local-profile-stays',
    title: 'The Local sandbox cannot be deleted',
    meaning: 'It belongs to the built-in server, and everything can be tried on it. Nothing was changed.',
    nextStep: 'Move it to the end of the list if it is in the way.',
    detail: null,
  });
}

export function nothingToUndo(): ProblemError {
  return new ProblemError({
    code: 'nothing-to-undo',
    title: 'The deletion can no longer be undone',
    meaning: 'The time for that has passed: the profile and its secrets are gone.',
    nextStep: 'Create the profile again.',
    detail: null,
  });
}

export function changedMeanwhile(name: string): ProblemError {
  return new ProblemError({
    code: 'profile-changed-meanwhile',
    title: 'The profile has changed in the meantime',
    meaning: `"${name}" changed while it was being saved. Nothing was saved.`,
    nextStep: 'Look at it and save again.',
    detail: null,
  });
}
