import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { productName as appName } from '../../package.json';
import { UsageError } from './usage-error';

/**
 * A folder with one of these is the app's: the profiles, once one was changed, and the folder through which processes
 * tell each other that they wrote something.
 */
const MARKS = ['profiles.json', 'signals'];

/**
 * Where the app keeps its files on this system (Electron's `userData`), or the folder that was given. Throws a
 * `UsageError` if that is not the app's.
 */
export function settleDataFolder(given: string | undefined): {
  readonly path: string;
  readonly own: boolean;
} {
  if (given !== undefined && (given === '' || !MARKS.some((name) => existsSync(join(given, name)))))
    throw new UsageError(
      `--data-folder "${given}" is not a folder that the app was started with. Nothing was sent.`,
    );
  const path = given === undefined ? join(systemFolder(), appName) : resolve(given);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { path: realpathSync(path), own: given !== undefined };
}

function systemFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    case 'win32':
      return APPDATA ?? join(homedir(), 'AppData', 'Roaming');
    default:
      return XDG_CONFIG_HOME ?? join(homedir(), '.config');
  }
}
