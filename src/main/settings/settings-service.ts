import { join } from 'node:path';
import { z } from 'zod';
import type { SettingsState } from '@shared/bridge/settings';
import { DEFAULT_RETENTION, type Retention } from '@shared/history/history';
import { APPEARANCES, DEFAULT_SETTINGS, isTimeZone, LOG_LEVELS, type Settings } from '@shared/app/settings';
import { VersionedJsonFile } from '../files/versioned-json-file';

const retentionSchema: z.ZodType<Retention> = z.object({
  mostEntries: z.number().int().min(1).max(1_000_000),
  mostDays: z.number().int().min(1).max(36_500).nullable(),
  mostMegabytes: z.number().min(1).max(100_000),
});

export const settingsSchema: z.ZodType<Settings> = z.object({
  appearance: z.enum(APPEARANCES),
  logLevel: z.enum(LOG_LEVELS),
  // Files from earlier versions lack the following.
  timeZone: z.string().max(100).refine(isTimeZone, 'no time zone').default(DEFAULT_SETTINGS.timeZone),
  history: retentionSchema.default(DEFAULT_RETENTION),
  shortcuts: z.record(z.string().max(40), z.array(z.string().max(40)).max(4)).default({}),
});

/** The settings of the app with these folders. */
export function settingsOf(
  folders: SettingsState['folders'],
  options: Pick<SettingsServices, 'leavesDamaged'> = {},
): SettingsService {
  return new SettingsService({ path: join(folders.data, 'settings.json'), folders, ...options });
}

export interface SettingsServices {
  /** Path of `settings.json`. */
  readonly path: string;
  readonly folders: SettingsState['folders'];
  /** See `VersionedJsonFileOptions`. */
  readonly leavesDamaged?: boolean;
}

/** The app's settings, in their own small file. */
export class SettingsService {
  private readonly file: VersionedJsonFile<Settings>;
  private readonly listeners: ((settings: Settings) => void)[] = [];

  constructor(private readonly services: SettingsServices) {
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'settings',
      version: 1,
      schema: settingsSchema,
      fresh: () => DEFAULT_SETTINGS,
      holdsUnwritten: true,
      leavesDamaged: services.leavesDamaged ?? false,
    });
  }

  /** `listener` applies the settings: at the start, and after each change. */
  onApply(listener: (settings: Settings) => void): void {
    this.listeners.push(listener);
  }

  async start(): Promise<void> {
    this.apply(await this.file.read());
  }

  async current(): Promise<Settings> {
    return this.file.read();
  }

  async describe(): Promise<SettingsState> {
    return this.toState(await this.file.read());
  }

  async edit(settings: Settings): Promise<SettingsState> {
    const changed = await this.file.change(() => settings);
    this.apply(changed);
    return this.toState(changed);
  }

  private apply(settings: Settings): void {
    for (const listener of this.listeners) listener(settings);
  }

  private toState(settings: Settings): SettingsState {
    const { notice, detail } = this.file;
    return { settings, notice, detail, folders: this.services.folders };
  }
}
