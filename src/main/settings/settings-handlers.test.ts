import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readLicences, settingsHandlers } from './settings-handlers';
import type { SettingsService } from './settings-service';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

it('merges the licence lists of all parts, each library once, and ignores broken and missing lists', async () => {
  const vue = { name: 'vue', version: '3.5.0', licence: 'MIT', text: 'MIT …' };
  const jose = { name: 'jose', version: '6.0.0', licence: 'MIT', text: null };
  const lists = {
    main: JSON.stringify([vue, jose]),
    renderer: JSON.stringify([vue]),
    broken: '[{"name":1}]',
  };
  for (const [part, text] of Object.entries(lists)) {
    await mkdir(join(folder, part));
    await writeFile(join(folder, part, 'licences.json'), text);
  }
  const parts = [...Object.keys(lists), 'not-built'].map((part) => join(folder, part));
  expect(await readLicences(parts)).toEqual([jose, vue]);
});

it('opens a folder once, however often a page asks within a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const openFolder = vi.fn(() => Promise.resolve());
    const settings = {} as unknown as SettingsService;
    const { handle } = settingsHandlers({ settings, openFolder, partFolders: [] }).openFolder;
    for (let time = 0; time < 100; time += 1) await handle({ folder: 'logs' });
    await handle({ folder: 'data' });
    expect(openFolder.mock.calls).toEqual([['logs'], ['data']]);
    vi.advanceTimersByTime(1_000);
    await handle({ folder: 'logs' });
    expect(openFolder).toHaveBeenCalledTimes(3);
    // What could not be opened is tried again at once.
    vi.advanceTimersByTime(1_000);
    openFolder.mockRejectedValueOnce(new Error('no file manager'));
    await expect(handle({ folder: 'logs' })).rejects.toThrow('no file manager');
    await handle({ folder: 'logs' });
    expect(openFolder).toHaveBeenCalledTimes(5);
  } finally {
    vi.useRealTimers();
  }
});
