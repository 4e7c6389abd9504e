// Checks whether node_modules matches package-lock.json, and runs `npm ci` if not.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npmCommand, runQuietly } from './child-process.mjs';
import { repoRoot } from './paths.mjs';
import { deleteStamp, readJson, readStamp, writeStamp } from './stamps.mjs';

const lockFile = (root) => join(root, 'package-lock.json');
const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Whether npm's own record of node_modules (its hidden lockfile, written last) contains what the lockfile requires.
 * Only optional packages may be missing: those made for other platforms.
 */
export function installedMatches(lock, installed) {
  if (!lock?.packages || !installed?.packages) return false;
  const wanted = Object.entries(lock.packages).filter(([path]) => path !== '');
  const present = new Map(Object.entries(installed.packages));
  for (const [path, entry] of wanted) {
    const found = present.get(path);
    if (!found) {
      if (!entry.optional && !entry.devOptional) return false;
      continue;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    present.delete(path);
  }
  return present.size === 0;
}

/** Why `npm ci` has to run, in words; undefined if node_modules matches the lockfile. */
export function packagesNeeded(root = repoRoot) {
  const lockText = readFileSync(lockFile(root), 'utf8');
  if (readStamp('packages', root)?.lockfile === hashOf(lockText)) return undefined;
  if (!existsSync(join(root, 'node_modules'))) return 'there is no node_modules';
  const hidden = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!installedMatches(JSON.parse(lockText), hidden)) {
    return 'node_modules is not what package-lock.json asks for';
  }
  // The person ran npm install or npm ci, which only has to be recorded.
  writeStamp('packages', { lockfile: hashOf(lockText) }, root);
  return undefined;
}

/**
 * Installs the packages if any are missing. No install scripts are run: the only package that needs to download
 * something (electron) is handled explicitly.
 * @param {{ log: (line: string) => void, root?: string }} options
 */
export async function ensurePackages({ log, root = repoRoot }) {
  const reason = packagesNeeded(root);
  if (reason === undefined) return;
  log(`installing the packages with npm ci (${reason})`);
  // Removed while npm runs, so that what it leaves if interrupted does not count.
  deleteStamp('packages', root);
  const { command, args } = npmCommand();
  // .npmrc silences npm for the sandbox's sake (docs/decisions/0002-npm-loglevel.md), but here its errors should be
  // shown.
  const options = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runQuietly(command, [...args, 'ci', ...options], { what: 'npm ci', cwd: root });
  writeStamp('packages', { lockfile: hashOf(readFileSync(lockFile(root), 'utf8')) }, root);
}
