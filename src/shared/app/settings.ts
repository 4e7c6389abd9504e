import { DEFAULT_RETENTION, type Retention } from '../history/history';
import type { ShortcutChanges } from './shortcuts';

/** Settings for the whole app, not for one profile. */
export interface Settings {
  readonly appearance: Appearance;
  /** The zone in which dates are shown: an IANA name, or `local` for this computer's own. */
  readonly timeZone: string;
  readonly logLevel: LogLevel;
  /** How much of the history is kept. */
  readonly history: Retention;
  /** The shortcuts whose keys were changed. */
  readonly shortcuts: ShortcutChanges;
}

/** `system` follows the operating system. */
export type Appearance = (typeof APPEARANCES)[number];
export const APPEARANCES = ['system', 'light', 'dark'] as const;

/** The time zone of this computer, whatever it is. */
export const LOCAL_TIME_ZONE = 'local';

/** True for a valid `timeZone` setting. */
export function isTimeZone(name: string): boolean {
  if (name === LOCAL_TIME_ZONE) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The least important level that is still logged. */
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export const DEFAULT_SETTINGS: Settings = {
  appearance: 'system',
  timeZone: 'UTC',
  logLevel: 'info',
  history: DEFAULT_RETENTION,
  shortcuts: {},
};
