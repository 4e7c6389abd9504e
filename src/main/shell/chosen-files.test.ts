import { dialog, type BrowserWindow, type OpenDialogReturnValue } from 'electron';
import { expect, it, vi } from 'vitest';
import { chosenFiles } from './chosen-files';

vi.mock('electron', () => ({
  app: { getPath: () => '/home/me/Documents' },
  dialog: { showOpenDialog: vi.fn(), showSaveDialog: vi.fn() },
}));

it('opens one dialog at a time over a window, whatever is asked for', async () => {
  const window: object = {};
  // Nothing of it is used.
  const files = chosenFiles(() => window as BrowserWindow);
  let close: (answer: OpenDialogReturnValue) => void = () => undefined;
  vi.mocked(dialog.showOpenDialog).mockReturnValueOnce(new Promise((resolve) => (close = resolve)));
  const first = files.choosePath({ title: 'First' });
  for (const another of [
    files.choosePath({ title: 'a' }),
    files.chooseFolder({ title: 'a' }),
    files.openText({ title: 'a', maxBytes: 1 }),
    files.choosePathToSave({ title: 'a', suggestedName: 'a' }),
    files.saveText({ title: 'a', suggestedName: 'a', text: '' }),
  ])
    await expect(another).rejects.toMatchObject({ problem: { code: 'dialog-is-open' } });
  expect(dialog.showOpenDialog).toHaveBeenCalledOnce();
  expect(dialog.showSaveDialog).not.toHaveBeenCalled();

  close({ canceled: false, filePaths: ['/a'] });
  expect(await first).toBe('/a');
  vi.mocked(dialog.showOpenDialog).mockRejectedValueOnce(new Error('no display'));
  await expect(files.choosePath({ title: 'fails' })).rejects.toThrow('no display');
  vi.mocked(dialog.showOpenDialog).mockResolvedValueOnce({ canceled: true, filePaths: [] });
  expect(await files.chooseFolder({ title: 'Next' })).toBeNull();
});
