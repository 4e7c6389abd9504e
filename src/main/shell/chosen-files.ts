import { app, dialog, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import type { ChosenFiles } from '../files/chosen-files';
import { readChosenText, writeChosenText } from '../files/chosen-text';
import { oneDialog } from './one-dialog';

/** Files that the person chooses in a dialog of the operating system: the only files outside our folder that the app touches. */
export function chosenFiles(window: () => BrowserWindow | null): ChosenFiles {
  const choosePath: ChosenFiles['choosePath'] = async ({ title }) => {
    const owner = window();
    if (!owner) return null;
    const { filePaths } = await oneDialog(owner, (over) =>
      dialog.showOpenDialog(over, { title, properties: ['openFile'] }),
    );
    return filePaths[0] ?? null;
  };
  const choosePathToSave: ChosenFiles['choosePathToSave'] = async ({ title, suggestedName }) => {
    const owner = window();
    if (!owner) return null;
    const defaultPath = join(app.getPath('documents'), suggestedName);
    const { filePath } = await oneDialog(owner, (over) =>
      dialog.showSaveDialog(over, { title, defaultPath }),
    );
    return filePath ? filePath : null;
  };
  return {
    choosePath,
    async chooseFolder({ title }) {
      const owner = window();
      if (!owner) return null;
      const { filePaths } = await oneDialog(owner, (over) =>
        dialog.showOpenDialog(over, { title, properties: ['openDirectory', 'createDirectory'] }),
      );
      return filePaths[0] ?? null;
    },
    choosePathToSave,
    async openText({ title, maxBytes }) {
      const path = await choosePath({ title });
      return path === null ? null : readChosenText(path, maxBytes);
    },
    async saveText({ title, suggestedName, text }) {
      const path = await choosePathToSave({ title, suggestedName });
      if (path !== null) await writeChosenText(path, text);
      return path;
    },
  };
}
