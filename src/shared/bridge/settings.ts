import type { Licence } from '../app/licence';
import type { Settings } from '../app/settings';
import { requestNames } from './requests';

export interface SettingsState {
  readonly settings: Settings;
  /** A message if the settings file was damaged and set aside, or cannot be written; otherwise null. */
  readonly notice: string | null;
  /** The raw error why it cannot be written; null if it can. */
  readonly detail: string | null;
  /** Absolute paths. */
  readonly folders: Readonly<Record<AppFolder, string>>;
}

/** Folders of the app that a person may want to look into. */
export type AppFolder = (typeof APP_FOLDERS)[number];
export const APP_FOLDERS = ['data', 'logs'] as const;

export interface SettingsRequests {
  describeSettings: { argument: undefined; result: SettingsState };
  editSettings: { argument: { settings: Settings }; result: SettingsState };
  /** Shows the folder in the file manager. */
  openFolder: { argument: { folder: AppFolder }; result: null };
  /** The libraries in the app, by name. */
  describeLicences: { argument: undefined; result: readonly Licence[] };
}

export const settingsRequestNames = requestNames<SettingsRequests>({
  describeSettings: true,
  editSettings: true,
  openFolder: true,
  describeLicences: true,
});
