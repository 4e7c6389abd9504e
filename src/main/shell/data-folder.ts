import { app, shell } from 'electron';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ProblemError } from '@shared/problem';
import { dataFolderAt, type DataFolder } from '../files/data-folder';

/** Decides where this copy of the app keeps its files; must run before the app is ready. */
export function settleDataFolder(): DataFolder {
  const given = app.commandLine.getSwitchValue('user-data-dir');
  const usual = join(app.getPath('appData'), app.getName());
  const path = given === '' ? usual : resolve(given);
  const folder = dataFolderAt(path, usual);
  app.setPath('userData', path);
  return folder;
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
