import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '@shared/app/settings';
import { SettingsService } from './settings-service';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let path: string;
let applied: Settings[];
beforeEach(async () => {
  path = join(folder, 'settings.json');
  applied = [];
});

function open(): SettingsService {
  const service = new SettingsService({ path, folders: { data: folder, logs: join(folder, 'logs') } });
  service.onApply((settings) => applied.push(settings));
  return service;
}

describe('SettingsService', () => {
  it('starts with the default settings, and applies them', async () => {
    await open().start();
    expect(applied).toEqual([DEFAULT_SETTINGS]);
  });

  it('applies a change, and applies it again after a restart', async () => {
    const dark: Settings = { ...DEFAULT_SETTINGS, appearance: 'dark', logLevel: 'debug' };
    expect((await open().edit(dark)).settings).toEqual(dark);
    const again = open();
    await again.start();
    expect(applied).toEqual([dark, dark]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 1, content: dark });
  });

  it('keeps a change that cannot be written for this run, says so, and writes it with the next one', async () => {
    const settings = open();
    const dark: Settings = { ...DEFAULT_SETTINGS, appearance: 'dark' };
    await settings.describe();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'in the way');
    const held = await settings.edit(dark);
    expect(held.settings).toEqual(dark);
    expect(held.notice).toBe(
      `The settings could not be saved (it is not a folder, or is inside something that is not). The change holds until the app ends. Make sure that the disk has room and that you may write ${path}; the next change saves this one, too.`,
    );
    expect(held.detail).toMatch(/^ENOTDIR: /);
    expect(applied).toEqual([dark]);
    await rm(folder);
    await mkdir(folder);
    const debug: Settings = { ...dark, logLevel: 'debug' };
    expect(await settings.edit(debug)).toMatchObject({
      settings: debug,
      notice: null,
      detail: null,
    });
    expect((await open().describe()).settings).toEqual(debug);
  });

  it('uses the default appearance if the file is damaged, and says that it was set aside', async () => {
    await writeFile(path, '{"version":1,"content":{"appearance":"pink","logLevel":"info"}}');
    const { settings, notice } = await open().describe();
    expect(settings.appearance).toBe('system');
    expect(notice).toContain('set aside');
  });
});
