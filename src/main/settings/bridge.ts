import { z } from 'zod';
import { APP_FOLDERS, type AppFolder, type SettingsRequests } from '../../shared/bridge/settings';
import type { BridgeHandlers } from '../bridge-handler';
import { settingsSchema, type SettingsService } from './settings-service';

export interface SettingsBridgeServices {
  readonly settings: SettingsService;
  /** Shows one of the app's folders in the file manager; throws a `ProblemError` when the system cannot. */
  readonly openFolder: (folder: AppFolder) => Promise<void>;
}

export function settingsHandlers({
  settings,
  openFolder,
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
  };
}
