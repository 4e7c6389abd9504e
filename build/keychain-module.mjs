// keytar, the bridge to the operating system's keychain: its prebuilt binary, or a local build.
// It is an N-API module, so that one binary serves Node and every Electron.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ChildFailure, npmCommand, runQuietly, SetupProblem } from './child.mjs';
import { repoRoot } from './paths.mjs';
import { readStamp, writeStamp } from './stamps.mjs';
import { ensureSystemPackages, needs } from './system-packages.mjs';

const moduleDir = join(repoRoot, 'node_modules', 'keytar');
const binary = join(moduleDir, 'build', 'Release', 'keytar.node');

/** Loads keytar in a Node of its own: a binary that does not suit this machine must not take set-up down with it. */
function loads() {
  const child = spawnSync(process.execPath, ['-e', "require('keytar')"], { cwd: repoRoot, encoding: 'utf8' });
  return {
    ok: child.status === 0,
    why: /Error: .*/.exec(child.stderr ?? '')?.[0] ?? `exit code ${child.status}`,
  };
}

/**
 * The folder that holds the running Node's own headers (`include/node/node.h`), so that a build needs no network;
 * undefined when they are not there or belong to another version.
 */
export function nodeHeaders(execPath = process.execPath, version = process.versions.node) {
  const prefix = dirname(dirname(execPath));
  const header = join(prefix, 'include', 'node', 'node_version.h');
  if (!existsSync(header)) return undefined;
  const text = readFileSync(header, 'utf8');
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
  return [part('MAJOR'), part('MINOR'), part('PATCH')].join('.') === version ? prefix : undefined;
}

/** What a successful try holds for: this binary under this Node. */
function tryKey() {
  const { size, mtimeMs } = statSync(binary);
  return { size, mtimeMs, node: process.version, arch: process.arch };
}

const tried = () => existsSync(binary) && JSON.stringify(readStamp('keytar')) === JSON.stringify(tryKey());

/**
 * Fetches keytar's prebuilt binary when there is none yet.
 * @param {{ say: (line: string) => void }} options
 * @returns {Promise<boolean>} whether there is a binary now; if not, it has to be built
 */
export async function fetchKeychainModule({ say }) {
  if (existsSync(binary)) return true;
  const script = join(repoRoot, 'node_modules', 'prebuild-install', 'bin.js');
  try {
    await runQuietly(process.execPath, [script], { what: "fetching keytar's binary", cwd: moduleDir });
    say('fetched the prebuilt keytar, which talks to the keychain');
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
  }
  return existsSync(binary);
}

async function buildLocally() {
  const headers = nodeHeaders();
  const env = {
    ...process.env,
    npm_config_build_from_source: 'keytar',
    ...(process.env.npm_config_nodedir || !headers ? {} : { npm_config_nodedir: headers }),
  };
  const { command, args } = npmCommand();
  const options = ['rebuild', 'keytar', '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error'];
  await runQuietly(command, [...args, ...options], { what: 'building keytar', env });
}

/**
 * Sees to it that `require('keytar')` works, with a local build where the prebuilt binary is missing or does not load.
 * @param {{ say: (line: string) => void }} options
 */
export async function ensureKeychainModule({ say }) {
  if (tried()) return;
  const first = existsSync(binary) ? loads() : { ok: false, why: 'its prebuilt binary could not be fetched' };
  if (!first.ok) {
    await ensureSystemPackages(needs.compiler, { say, purpose: 'building keytar' });
    say(`building keytar, which talks to the keychain (${first.why})`);
    await buildLocally();
    const built = loads();
    if (!built.ok) throw new SetupProblem(`keytar was built but does not load: ${built.why}`);
  }
  writeStamp('keytar', tryKey());
}
