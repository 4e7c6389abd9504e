import { ProblemError, type Problem } from '@shared/problem';
import { machineTrouble } from '@shared/text/file-trouble';
import { messageOf } from '@shared/text/message-of';
import { isGone } from '../../files/file-errors';

/** The problem when nothing of a folder can be shown. */
export function folderGone(path: string, error: unknown): Problem {
  const gone = isGone(error);
  return {
    code: gone ? 'live-folder-gone' : 'live-folder-unreadable',
    title: gone ? 'The folder is not there' : 'The folder cannot be read',
    meaning: `${path} ${gone ? 'was moved, renamed or deleted, or its drive is not connected' : 'cannot be read'}. Unsaved changes are kept.`,
    nextStep: 'Restore it and try again, or close the folder here.',
    detail: messageOf(error),
  };
}

/** The folder at the path is not the one that was opened. */
export function otherFolder(path: string): Problem {
  return {
    code: 'live-folder-gone',
    title: 'The folder is not there',
    meaning: `Another folder is at ${path} now, as happens when a drive is not connected. Nothing is written into it. Unsaved changes are kept.`,
    nextStep: 'Connect the drive and try again, or close the folder here and open it again.',
    detail: null,
  };
}

export function stillReading(path: string): Problem {
  return {
    code: 'live-folder-slow',
    title: 'The folder is still being read',
    meaning: `${path} is slow to answer, as a network drive may be. Its requests appear once they are read.`,
    nextStep: 'Wait, or check that its drive is connected.',
    detail: null,
  };
}

export function notWritten(path: string, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const why = machineTrouble(error);
  return new ProblemError({
    code: 'request-file-not-written',
    title: 'The folder on disk was not changed',
    meaning: `${path} could not be written or removed${why === null ? '' : `: ${why}`}.`,
    nextStep: 'Check the folder’s permissions and its disk, then try again.',
    detail: messageOf(error),
  });
}

/** @param error what made the rest fail. */
export function changedInPart(path: string, error: unknown): ProblemError {
  const { problem } = notWritten(path, error);
  return new ProblemError({
    ...problem,
    title: 'The folder on disk was changed in part',
    meaning: `${problem.meaning} Some of its files were changed before, and could not be restored.`,
    nextStep: `Check in the list what is there now. ${problem.nextStep}`,
  });
}

export function changedOnDisk(path: string): ProblemError {
  return new ProblemError({
    code: 'request-changed-on-disk',
    title: 'Changed on disk',
    meaning: `${path} was changed outside the app after it was opened here. Nothing was written.`,
    nextStep: 'Compare the two, then keep yours or take the file’s.',
    detail: null,
  });
}

/** For a file that was to be deleted or moved away. */
export function notRemoved(path: string): ProblemError {
  return new ProblemError({
    ...changedOnDisk(path).problem,
    meaning: `${path} was changed outside the app after it was read here. Nothing was removed.`,
    nextStep: 'Look at what it is now, then try again.',
  });
}

export function changedByGit(path: string, lock: string): ProblemError {
  return new ProblemError({
    code: 'live-folder-changed-by-git',
    title: 'Git is changing the folder on disk',
    meaning: `Git is changing files around ${path}, and would replace what is saved in the meantime. Nothing was written.`,
    nextStep: `Finish in git, then try again. If no git is running, one was stopped halfway: delete ${lock}.`,
    detail: null,
  });
}

export function unreadableFile(path: string, why: string): ProblemError {
  return new ProblemError({
    code: 'request-file-unreadable',
    title: 'Its file cannot be read now',
    meaning: `${path} is not overwritten: ${why}`,
    nextStep: 'Fix that, then save again.',
    detail: null,
  });
}

export function refused(path: string, why: string): ProblemError {
  return new ProblemError({
    code: 'request-file-refused',
    title: 'This cannot be saved in the folder on disk',
    meaning: `${path}: ${why} Nothing was written.`,
    nextStep: 'Change it, or save it in another folder.',
    detail: null,
  });
}

export function cannotOpen(why: string): ProblemError {
  return new ProblemError({
    code: 'live-folder-not-opened',
    title: 'This folder cannot be opened',
    meaning: why,
    nextStep: 'Choose another folder.',
    detail: null,
  });
}
