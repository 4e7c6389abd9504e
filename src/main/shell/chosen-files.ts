import { app, dialog, type BrowserWindow } from 'electron';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ProblemError } from '@shared/problem';
import { writeFileAtomically } from '../files/atomic-file';
import type { ChosenFiles } from '../files/chosen-files';

/** Files that the person chooses in a dialog of the operating system: the only files outside our folder that are touched. */
export function chosenFiles(window: () => BrowserWindow | null): ChosenFiles {
  const choosePath: ChosenFiles['choosePath'] = async ({ title }) => {
    const owner = window();
    if (!owner) return null;
    const { filePaths } = await dialog.showOpenDialog(owner, { title, properties: ['openFile'] });
    return filePaths[0] ?? null;
  };
  const choosePathToSave: ChosenFiles['choosePathToSave'] = async ({ title, suggestedName }) => {
    const owner = window();
    if (!owner) return null;
    const defaultPath = join(app.getPath('documents'), suggestedName);
    const { filePath } = await dialog.showSaveDialog(owner, { title, defaultPath });
    return filePath ? filePath : null;
  };
  return {
    choosePath,
    async chooseFolder({ title }) {
      const owner = window();
      if (!owner) return null;
      const { filePaths } = await dialog.showOpenDialog(owner, {
        title,
        properties: ['openDirectory', 'createDirectory'],
      });
      return filePaths[0] ?? null;
    },
    choosePathToSave,
    async openText({ title, maxBytes }) {
      const path = await choosePath({ title });
      return path === null ? null : readText(path, maxBytes);
    },
    async saveText({ title, suggestedName, text }) {
      const path = await choosePathToSave({ title, suggestedName });
      if (path !== null) await writeFileAtomically(path, text);
      return path;
    },
  };
}

async function readText(path: string, maxBytes: number): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw unreadable(path, `It has ${size} bytes, and at most ${maxBytes} are read.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unreadable(path, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(path: string, detail: string): ProblemError {
  return new ProblemError({
    code: 'file-unreadable',
    title: `${basename(path)} could not be read`,
    meaning: 'The chosen file was not taken in. Nothing was changed.',
    nextStep: 'Check the file, or choose another one.',
    detail,
  });
}
