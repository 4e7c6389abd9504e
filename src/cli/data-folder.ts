import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { dataFolderAt, type DataFolder } from '@main/files/data-folder';
import { productName as appName } from '../../package.json';
import { shellWord } from './say';
import { UsageError } from './usage-error';

/**
 * A folder with one of these is the app's: the profiles, once one of them has been changed, and the folder by which
 * processes tell each other that they have written something.
 */
const MARKS = ['profiles.json', 'signals'];

/**
 * Where the app keeps its files on this system (Electron's `userData`), or the folder that was given. Throws a
 * `UsageError` if that is not the app's.
 */
export function settleDataFolder(given: string | undefined): DataFolder {
  const wrong = given === undefined ? null : whyNotTheApps(given);
  if (wrong !== null) throw new UsageError(`--data-folder "${given}": ${wrong} Nothing was sent.`);
  const usual = join(systemFolder(), appName);
  return dataFolderAt(given === undefined ? usual : resolve(given), usual);
}

/**
 * What is wrong with a folder, and what to do; null if it is the app's. It is not created here, as its name may be
 * mistyped.
 */
function whyNotTheApps(folder: string): string | null {
  if (folder === '') return 'it is empty.';
  if (MARKS.some((name) => existsSync(join(folder, name)))) return null;
  const what = existsSync(folder) ? 'it is not a data folder of the app' : 'there is no such folder';
  return `${what}. Put a profiles.json into it (docs/command-line.md has one), or start the app with --user-data-dir=${shellWord(folder)} once.`;
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
