import { z } from 'zod';
import { APP_FOLDERS, type AppFolder, type SettingsRequests } from '@shared/bridge/settings';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { readLicences } from './licences';
import { settingsSchema, type SettingsService } from './settings-service';

export interface SettingsBridgeServices {
  readonly settings: SettingsService;
  /** Shows one of the app's folders in the file manager; throws a `ProblemError` when the system cannot. */
  readonly openFolder: (folder: AppFolder) => Promise<void>;
  /** Folders of the built parts of the app. */
  readonly partFolders: readonly string[];
}

export function settingsHandlers({
  settings,
  openFolder,
  partFolders,
}: SettingsBridgeServices): BridgeHandlers<SettingsRequests> {
  return {
    describeSettings: { parse: z.undefined(), handle: () => settings.describe() },
    editSettings: {
      parse: z.object({ settings: settingsSchema }),
      handle: (argument) => settings.edit(argument.settings),
    },
    openFolder: {
      parse: z.object({ folder: z.enum(APP_FOLDERS) }),
      handle: async ({ folder }) => {
        await openFolder(folder);
        return null;
      },
    },
    describeLicences: { parse: z.undefined(), handle: () => readLicences(partFolders) },
  };
}
