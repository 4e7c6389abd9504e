import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Licence } from '@shared/app/licence';
import { APP_FOLDERS, type AppFolder, type SettingsRequests } from '@shared/bridge/settings';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { settingsSchema, type SettingsService } from './settings-service';

export interface SettingsBridgeServices {
  readonly settings: SettingsService;
  /** Shows one of the app's folders in the file manager; throws a `ProblemError` if the system cannot. */
  readonly openFolder: (folder: AppFolder) => Promise<void>;
  /** Folders of the app's built parts. */
  readonly partFolders: readonly string[];
}

/**
 * How long an opened folder is not opened again, in ms: a double click would open two windows, and a hostile page any
 * number.
 */
const OPENED_MS = 1_000;

export function settingsHandlers({
  settings,
  openFolder,
  partFolders,
}: SettingsBridgeServices): BridgeHandlers<SettingsRequests> {
  const opened = new Map<AppFolder, number>();
  return {
    describeSettings: { parse: z.undefined(), handle: () => settings.describe() },
    editSettings: {
      parse: z.object({ settings: settingsSchema }),
      handle: (argument) => settings.edit(argument.settings),
    },
    openFolder: {
      parse: z.object({ folder: z.enum(APP_FOLDERS) }),
      handle: async ({ folder }) => {
        const now = performance.now();
        if (now - (opened.get(folder) ?? -OPENED_MS) < OPENED_MS) return null;
        opened.set(folder, now);
        await openFolder(folder).catch((error: unknown) => {
          opened.delete(folder);
          throw error;
        });
        return null;
      },
    },
    describeLicences: { parse: z.undefined(), handle: () => readLicences(partFolders) },
  };
}

const listSchema = z.array(
  z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string().nullable() }),
);

/**
 * The libraries in the app, each once, by name. The build writes a list beside each part it makes
 * (build/generate/licences.mjs); a development build has not made all of them.
 * @param folders of the parts.
 */
export async function readLicences(folders: readonly string[]): Promise<readonly Licence[]> {
  const lists = await Promise.all(folders.map((folder) => readList(join(folder, 'licences.json'))));
  const byName = new Map(lists.flat().map((entry) => [`${entry.name}@${entry.version}`, entry]));
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name));
}

async function readList(path: string): Promise<readonly Licence[]> {
  try {
    return listSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return [];
  }
}
