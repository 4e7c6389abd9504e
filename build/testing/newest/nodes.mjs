// Other versions of Node, kept in the user's cache folder: nodes/package-lock.json lists them, which npm verifies each
// against.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, runQuietly } from '../../setup/child-process.mjs';
import { cacheDir } from '../../setup/paths.mjs';

const pinned = fileURLToPath(new URL('./nodes', import.meta.url));
const lockText = readFileSync(join(pinned, 'package-lock.json'), 'utf8');

/** The full versions, by major version. */
export const nodeVersions = Object.fromEntries(
  Object.entries(JSON.parse(lockText).packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => [path.replace('node_modules/node-', ''), version]),
);

/**
 * The executables, by major version.
 * @param {{ log: (line: string) => void, cache?: string }} options
 * @returns {Promise<Record<string, string>>}
 */
export async function otherNodes({ log, cache = cacheDir() }) {
  const folder = join(cache, `nodes-${createHash('sha256').update(lockText).digest('hex').slice(0, 12)}`);
  if (!existsSync(folder)) {
    log(`fetching Node ${Object.values(nodeVersions).join(', ')} with npm`);
    const partial = `${folder}.${process.pid}`;
    mkdirSync(partial, { recursive: true });
    try {
      for (const name of ['package.json', 'package-lock.json'])
        cpSync(join(pinned, name), join(partial, name));
      const { command, args } = npmCommand();
      const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      await runQuietly(command, [...args, ...options], { what: 'fetching other Nodes', cwd: partial });
      renameSync(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  return Object.fromEntries(
    Object.keys(nodeVersions).map((major) => [
      major,
      join(folder, 'node_modules', `node-${major}`, 'bin', 'node'),
    ]),
  );
}
