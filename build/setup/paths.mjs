// Where things are: the repository, the build output, and the folders on the person's machine.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repoRoot = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const outDir = join(repoRoot, 'out');
export const reportsDir = join(outDir, 'reports');
export const logsDir = join(outDir, 'logs');

/**
 * The folder below the user's cache directory for what several clones share.
 * @param {{ env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform, home?: string }} [machine]
 * @returns {string}
 */
export function cacheDir({ env = process.env, platform = process.platform, home = homedir() } = {}) {
  return join(userCache(env, platform, home), 'payments-api-explorer');
}

function userCache(env, platform, home) {
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local');
  // XDG base directory specification: a relative path is invalid and must be ignored.
  return env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(home, '.cache');
}

/** Whether a window can be shown: always on macOS and Windows; on Linux with X11 or Wayland. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Whether a program of this name is on the PATH (Linux and macOS). */
export function onPath(program, env = process.env) {
  // Daemons may be in sbin, which is often missing from a person's PATH.
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, program)));
}
