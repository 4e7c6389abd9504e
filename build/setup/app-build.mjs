// Builds the app into out/ unless it was already built from the current sources. Run directly, it always builds.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SetupError } from './child-process.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { readJson, writeJson } from './stamps.mjs';

const SOURCES = [
  'src',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'build/aliases.mjs',
  'build/first-frame',
  'build/first-screen.mjs',
  'build/generate/licences.mjs',
  'build/updates/source.json',
];
const stampFile = join(outDir, 'built-from.json');

/**
 * A fingerprint of the names, sizes and modification times, so that it also changes when a file is deleted. Tests do
 * not count.
 */
export function sourcesFingerprint(root = repoRoot, sources = SOURCES) {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (!stat) return;
    if (!stat.isDirectory()) {
      if (!/\.test\.m?[tj]s$/.test(path)) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}

export function isBuilt() {
  return (
    existsSync(join(outDir, 'main', 'index.js')) && readJson(stampFile)?.sources === sourcesFingerprint()
  );
}

/** Marks out/ as not built from the current sources: while a build runs, or after a development build. */
export const invalidateBuild = () => rmSync(stampFile, { force: true });

/**
 * Runs the build; its output goes to standard error if standard output belongs to another program. If the build is only
 * a step towards something else, `logLevel: 'error'` shows only what went wrong, not a list of two hundred files.
 * @param {{ stdout?: 'inherit' | 'stderr', logLevel?: 'info' | 'error' }} [options]
 */
export async function build({ stdout = 'inherit', logLevel = 'info' } = {}) {
  const sources = sourcesFingerprint();
  // Removed while it runs, so that an interrupted build does not count.
  invalidateBuild();
  const cli = join(repoRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const stdio = ['ignore', stdout === 'inherit' ? 'inherit' : 2, 'inherit'];
  const child = spawn(process.execPath, [cli, 'build', '--logLevel', logLevel], {
    cwd: repoRoot,
    env,
    stdio,
  });
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (exitCode, signal) => resolve(exitCode ?? signal));
  });
  if (code !== 0) throw new SetupError(`the build failed (${code}); what it said stands above`);
  writeJson(stampFile, { sources });
}

/**
 * Builds unless out/ was already built from the current sources.
 * @param {{ log: (line: string) => void, stdout?: 'inherit' | 'stderr' }} options
 */
export async function ensureBuilt({ log, stdout }) {
  if (isBuilt()) return;
  log('building the app');
  await build({ stdout, logLevel: 'error' });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  build().catch((error) => {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  });
}
