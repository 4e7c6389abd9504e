import { app, shell } from 'electron';
import { mkdirSync, realpathSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '@shared/problem';

export interface DataFolder {
  /** An absolute path without symbolic links. */
  readonly path: string;
  /** True if it was given with `--user-data-dir`. */
  readonly own: boolean;
}

/** Decides where this copy of the app keeps its files; must run before the app is ready. */
export function settleDataFolder(): DataFolder {
  const given = app.commandLine.getSwitchValue('user-data-dir');
  const path = given === '' ? app.getPath('userData') : resolve(given);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  app.setPath('userData', path);
  return { path: realpathSync(path), own: given !== '' };
}

/** Shows one of our own folders in the file manager; creates it if necessary. */
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
