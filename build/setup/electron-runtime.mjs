// Which Electron starts the app, and how: the one answer for npm start, the tests, the benchmarks and set-up.
// `node build/setup/electron-runtime.mjs --print` prints one JSON line { executable, args, env, version } that starts the built app.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChildProcessError, runQuietly, SetupError } from './child-process.mjs';
import { fallbackRuntime } from './fallback-runtime/fallback-runtime.mjs';
import { repoRoot } from './paths.mjs';
import { deleteStamp, readStamp, writeStamp } from './stamps.mjs';

const fallback = fallbackRuntime();
const electronModule = join(repoRoot, 'node_modules', 'electron');
const RETRY_DOWNLOAD_AFTER = 24 * 60 * 60 * 1000;
const STALL_SECONDS = 30;

const platformPaths = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const platformPath = platformPaths[process.platform] ?? 'electron';

/** Where an Electron distribution keeps its resources: inside the bundle on macOS, beside the executable elsewhere. */
function resourcesOf(executable) {
  if (process.platform === 'darwin') return join(dirname(dirname(executable)), 'Resources');
  return join(dirname(executable), 'resources');
}

function declaredVersion(module) {
  const manifest = join(module, 'package.json');
  if (!existsSync(manifest)) {
    throw new SetupError('node_modules holds no electron package. Run node build/setup/setup.mjs first.');
  }
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

function readVersion(dist, executable) {
  const file = join(dist, 'version');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim().replace(/^v/, '');
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  const asked = spawnSync(executable, ['-p', 'process.versions.electron'], { env, encoding: 'utf8' });
  return asked.stdout?.trim() || 'unknown';
}

/** @typedef {{ executable: string, version: string, why: string }} Distribution */
/** @typedef {{ found: Distribution } | { unavailable: string }} Lookup */

/**
 * 1. The folder named by ELECTRON_OVERRIDE_DIST_PATH; if it contains no Electron, that is an error, and it is never
 * skipped.
 */
export function overrideDist(env = process.env) {
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return { unavailable: 'ELECTRON_OVERRIDE_DIST_PATH is not set' };
  const executable = resolve(dist, platformPath);
  if (!existsSync(executable)) {
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH is set to ${dist}, and there is no ${platformPath} in it. Correct it, or unset it to let set-up choose.`,
    );
  }
  return {
    found: {
      executable,
      version: readVersion(dist, executable),
      why: 'ELECTRON_OVERRIDE_DIST_PATH names it',
    },
  };
}

/** 2. The declared version, if Electron's own installer has finished with it. */
export function declaredDist(module = electronModule) {
  const version = declaredVersion(module);
  const dist = join(module, 'dist');
  const executable = join(dist, platformPath);
  // The installer writes path.txt last, so an interrupted installation is not mistaken for a complete one.
  const whole = existsSync(join(module, 'path.txt')) && existsSync(executable);
  if (!whole || readVersion(dist, executable) !== version)
    return { unavailable: `Electron ${version} is not installed` };
  return { found: { executable, version, why: 'it is the declared version' } };
}

/** The number of bytes below a folder; anything that disappears during the count counts as nothing. */
function directorySize(dir) {
  if (!existsSync(dir)) return 0;
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true });
  const sizes = entries.map((entry) => {
    const stat = statSync(join(entry.parentPath ?? entry.path, entry.name), { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns a function to be polled, which reports when nothing has arrived in any of the folders for a while. */
export function stallDetector(folders, seconds = STALL_SECONDS) {
  let bytes = -1;
  let since = Date.now();
  return () => {
    const now = folders.reduce((sum, folder) => sum + directorySize(folder), 0);
    if (now !== bytes) {
      bytes = now;
      since = Date.now();
    }
    return Date.now() - since > seconds * 1000 ? `nothing arrived for ${seconds} s` : undefined;
  };
}

/** The installer prints an error with its message first; if it is killed, it prints nothing. */
function firstErrorLine({ output, reason }) {
  const [first] = output.trim().split('\n');
  return first === '' ? reason : first.replace(/^\w*Error: /, '');
}

/**
 * 3. Electron's own download. A failure is remembered for a day, so that not every start tries again.
 * @param {{ log: (line: string) => void, now?: number, module?: string, root?: string, env?: NodeJS.ProcessEnv }}
 * options
 *   `module` is the installed electron package, `root` the clone that remembers the failure
 */
export async function downloadDeclared(options) {
  const { log, now = Date.now(), module = electronModule, root = repoRoot } = options;
  const version = declaredVersion(module);
  const remembered = readStamp('download-failure', root);
  if (remembered?.version === version && now - remembered.at < RETRY_DOWNLOAD_AFTER) {
    return { unavailable: remembered.reason };
  }
  log(`downloading Electron ${version}, the declared version`);
  const temporary = mkdtempSync(join(tmpdir(), 'electron-download-'));
  const env = {
    ...(options.env ?? process.env),
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ELECTRON_GET_NO_PROGRESS: '1',
  };
  const stalled = stallDetector([temporary, join(module, 'dist')]);
  try {
    const what = `downloading Electron ${version}`;
    await runQuietly(process.execPath, [join(module, 'install.js')], { what, env, stalled });
    deleteStamp('download-failure', root);
    const installed = declaredDist(module);
    return installed.found
      ? { found: { ...installed.found, why: 'it is the declared version, just downloaded' } }
      : installed;
  } catch (error) {
    if (!(error instanceof ChildProcessError)) throw error;
    const reason = `Electron ${version} could not be downloaded: ${firstErrorLine(error)}`;
    writeStamp('download-failure', { version, at: now, reason }, root);
    return { unavailable: reason };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * What has to be installed in order to fetch the fallback (the fourth source), if it may be needed. Works even before
 * there is a node_modules folder.
 */
export function runtimeRequirements(env = process.env) {
  const installed = existsSync(join(electronModule, 'path.txt'));
  return env.ELECTRON_OVERRIDE_DIST_PATH || installed ? [] : fallback.missingRequirements();
}

/**
 * Tries one source after another, and uses the first that has a runtime.
 * @param {(() => Lookup | Promise<Lookup>)[]} sources
 * @returns {Promise<Distribution & { reasons: string[] }>}
 */
export async function firstAvailable(sources) {
  const reasons = [];
  for (const source of sources) {
    const lookup = await source();
    if (lookup.found) return { ...lookup.found, reasons };
    reasons.push(lookup.unavailable);
  }
  throw new SetupError(`No Electron to start the app with:\n- ${reasons.join('\n- ')}`);
}

/**
 * How to tell this runtime which app to start: by its path if the runtime accepts one, otherwise through the fallback's
 * loader.
 */
export function launchOptions({ executable }, { root = repoRoot, isRoot = process.getuid?.() === 0 } = {}) {
  const resources = resourcesOf(executable);
  // Chromium refuses to run as root with its sandbox on; for any other user the sandbox is never turned off.
  const sandbox = process.platform === 'linux' && isRoot ? ['--no-sandbox'] : [];
  if (existsSync(join(resources, 'default_app.asar'))) return { args: [root, ...sandbox], env: {} };
  const env = fallback.loaderEnv(resources, root);
  if (env) return { args: sandbox, env };
  throw new SetupError(
    `${executable} can start no app: there is neither default_app.asar nor this product's loader in ${resources}.`,
  );
}

/**
 * Resolves the runtime and logs in one line which one it is and why.
 * @param {{ log?: (line: string) => void, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ executable: string, args: string[], env: Record<string, string>, version: string }>}
 */
export async function resolveRuntime({ log = () => {}, env = process.env } = {}) {
  const found = await firstAvailable([
    () => overrideDist(env),
    () => declaredDist(),
    () => downloadDeclared({ log }),
    () => fallback.find({ log }),
  ]);
  const { args, env: startEnv } = launchOptions(found);
  const because = found.reasons.length > 2 ? ` (${found.reasons.at(-1)})` : '';
  const rootNote = args.includes('--no-sandbox') ? '; --no-sandbox, because this is root' : '';
  log(`Electron ${found.version}: ${found.why}${because}${rootNote}`);
  return { executable: found.executable, args, env: startEnv, version: found.version };
}

// Not a top-level await, because that would prevent this module from being loaded with require (as Playwright does).
async function print() {
  try {
    // Standard output is reserved for the JSON line.
    const runtime = await resolveRuntime({ log: (line) => console.error(line) });
    if (process.argv.includes('--print')) console.log(JSON.stringify(runtime));
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) void print();
