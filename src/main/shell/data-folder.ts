import { app } from 'electron';
import { mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

export interface DataFolder {
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** True when it was given with `--user-data-dir`. */
  readonly own: boolean;
}

/** Settles where this copy of the app keeps its files; must run before the app is ready. */
export function settleDataFolder(): DataFolder {
  const given = app.commandLine.getSwitchValue('user-data-dir');
  const path = given === '' ? app.getPath('userData') : resolve(given);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  app.setPath('userData', path);
  return { path: realpathSync(path), own: given !== '' };
}
