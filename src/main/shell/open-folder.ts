import { shell } from 'electron';
import { mkdir } from 'node:fs/promises';
import { ProblemError } from '@shared/problem';

/** Shows one of our own folders in the file manager; it is made when it is not there yet. */
export async function openOwnFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const failure = await shell.openPath(path);
  if (failure === '') return;
  throw new ProblemError({
    code: 'folder-not-opened',
    title: 'The folder could not be opened',
    meaning: `The system has nothing that shows "${path}".`,
    nextStep: 'Copy the path, and open it in a program of your choice.',
    detail: failure,
  });
}
