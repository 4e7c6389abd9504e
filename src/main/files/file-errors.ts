import { codeOf } from '@shared/text/code-of';

/** True if the error says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** The same, also if something in its path is no folder by now. */
export function isGone(error: unknown): boolean {
  return isMissing(error) || codeOf(error) === 'ENOTDIR';
}

/** True if the error says that the name is taken. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === 'EEXIST';
}
