// Which Electron starts the app, and how: the one answer for npm start, the tests, the benchmarks and set-up.
// `node build/setup/electron-runtime.mjs --print` prints one JSON line { executable, args, env, version } that starts the built app.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ChildFailure, runQuietly, SetupProblem } from './child.mjs';
import {
  cachedFallback,
  fallbackSuits,
  fetchFallback,
  pinned,
} from './fallback-runtime/fallback-runtime.mjs';
import { repoRoot } from './paths.mjs';
import { dropStamp, readStamp, writeStamp } from './stamps.mjs';

const electronModule = join(repoRoot, 'node_modules', 'electron');
const RETRY_DOWNLOAD_AFTER = 24 * 60 * 60 * 1000;
const STALL_SECONDS = 30;

const platformPaths = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
const platformPath = platformPaths[process.platform] ?? 'electron';

/** Where a distribution's own resources lie: inside the bundle on macOS, beside the executable elsewhere. */
function resourcesOf(executable) {
  if (process.platform === 'darwin') return join(dirname(dirname(executable)), 'Resources');
  return join(dirname(executable), 'resources');
}

function declaredVersion() {
  const manifest = join(electronModule, 'package.json');
  if (!existsSync(manifest)) {
    throw new SetupProblem('node_modules holds no electron package. Run node build/setup/setup.mjs first.');
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

/** @typedef {{ executable: string, version: string, why: string }} Found */
/** @typedef {{ found: Found } | { refused: string }} Answer */

/** 1. The folder that ELECTRON_OVERRIDE_DIST_PATH names. A wish that cannot be met is a problem, never passed over. */
export function overrideDist(env = process.env) {
  const dist = env.ELECTRON_OVERRIDE_DIST_PATH;
  if (!dist) return { refused: 'ELECTRON_OVERRIDE_DIST_PATH is not set' };
  const executable = resolve(dist, platformPath);
  if (!existsSync(executable)) {
    throw new SetupProblem(
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
export function declaredDist() {
  const version = declaredVersion();
  const dist = join(electronModule, 'dist');
  const executable = join(dist, platformPath);
  // The installer writes path.txt last, so an interrupted installation is not taken for a whole one.
  const whole = existsSync(join(electronModule, 'path.txt')) && existsSync(executable);
  if (!whole || readVersion(dist, executable) !== version)
    return { refused: `Electron ${version} is not installed` };
  return { found: { executable, version, why: 'it is the declared version' } };
}

/** Bytes below a folder; what disappears while we look counts as nothing. */
function bytesBelow(dir) {
  if (!existsSync(dir)) return 0;
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true });
  const sizes = entries.map((entry) => {
    const stat = statSync(join(entry.parentPath ?? entry.path, entry.name), { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : 0;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Tells, when polled, that nothing has arrived in any of the folders for a while. */
export function stallWatch(folders, seconds = STALL_SECONDS) {
  let bytes = -1;
  let since = Date.now();
  return () => {
    const now = folders.reduce((sum, folder) => sum + bytesBelow(folder), 0);
    if (now !== bytes) {
      bytes = now;
      since = Date.now();
    }
    return Date.now() - since > seconds * 1000 ? `nothing arrived for ${seconds} s` : undefined;
  };
}

/** The installer prints the error it met, first line first; ended from outside, it says nothing. */
function causeOf({ output, how }) {
  const [first] = output.trim().split('\n');
  return first === '' ? how : first.replace(/^\w*Error: /, '');
}

/** 3. Electron's own download. A failure is remembered for a day, so that every start need not try it again. */
export async function downloadDeclared({ say, now = Date.now() }) {
  const version = declaredVersion();
  const remembered = readStamp('electron-download');
  if (remembered?.version === version && now - remembered.at < RETRY_DOWNLOAD_AFTER) {
    return { refused: remembered.refused };
  }
  say(`downloading Electron ${version}, the declared version`);
  const temporary = mkdtempSync(join(tmpdir(), 'electron-download-'));
  const env = {
    ...process.env,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    ELECTRON_GET_NO_PROGRESS: '1',
  };
  const stalled = stallWatch([temporary, join(electronModule, 'dist')]);
  try {
    const what = `downloading Electron ${version}`;
    await runQuietly(process.execPath, [join(electronModule, 'install.js')], { what, env, stalled });
    dropStamp('electron-download');
    const answer = declaredDist();
    return answer.found
      ? { found: { ...answer.found, why: 'it is the declared version, just downloaded' } }
      : answer;
  } catch (error) {
    if (!(error instanceof ChildFailure)) throw error;
    const refused = `Electron ${version} could not be downloaded: ${causeOf(error)}`;
    writeStamp('electron-download', { version, at: now, refused });
    return { refused };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** 4. The pinned fallback: from the cache, or fetched into it. */
export async function fallbackDist({ say }) {
  if (!fallbackSuits())
    return { refused: `the pinned fallback is for Linux on x64, not ${process.platform} on ${process.arch}` };
  const dir = cachedFallback() ?? (await fetchFallback({ say }));
  const why = `the pinned fallback, kept in ${dir}`;
  return { found: { executable: join(dir, 'electron'), version: pinned.version, why } };
}

/** Whether there is no Electron yet and the pinned fallback may have to be fetched; before there is a node_modules. */
export function mayNeedFallback(env = process.env) {
  const installed = existsSync(join(electronModule, 'path.txt'));
  return fallbackSuits() && !env.ELECTRON_OVERRIDE_DIST_PATH && !installed && !cachedFallback();
}

/**
 * Asks one source after the other and takes the first that answers with a runtime.
 * @param {(() => Answer | Promise<Answer>)[]} sources
 * @returns {Promise<Found & { refusals: string[] }>}
 */
export async function firstFound(sources) {
  const refusals = [];
  for (const source of sources) {
    const answer = await source();
    if (answer.found) return { ...answer.found, refusals };
    refusals.push(answer.refused);
  }
  throw new SetupProblem(`No Electron to start the app with:\n- ${refusals.join('\n- ')}`);
}

/** How this runtime is told which app to start: by a path if it takes one, else through the loader it carries. */
export function startInstructions(
  { executable },
  { root = repoRoot, isRoot = process.getuid?.() === 0 } = {},
) {
  const resources = resourcesOf(executable);
  // Chromium refuses to run as root with its sandbox on; nobody else ever goes without it.
  const sandbox = process.platform === 'linux' && isRoot ? ['--no-sandbox'] : [];
  if (existsSync(join(resources, 'default_app.asar'))) return { args: [root, ...sandbox], env: {} };
  if (existsSync(join(resources, 'app', 'index.js')))
    return { args: sandbox, env: { PAYMENTS_EXPLORER_APP: root } };
  throw new SetupProblem(
    `${executable} can start no app: there is neither default_app.asar nor this product's loader in ${resources}.`,
  );
}

/**
 * Resolves the runtime and says in one line which it is and why.
 * @param {{ say?: (line: string) => void, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ executable: string, args: string[], env: Record<string, string>, version: string }>}
 */
export async function resolveRuntime({ say = () => {}, env = process.env } = {}) {
  const found = await firstFound([
    () => overrideDist(env),
    () => declaredDist(),
    () => downloadDeclared({ say }),
    () => fallbackDist({ say }),
  ]);
  const { args, env: startEnv } = startInstructions(found);
  const because = found.refusals.length > 2 ? ` (${found.refusals.at(-1)})` : '';
  const rootNote = args.includes('--no-sandbox') ? '; --no-sandbox, because this is root' : '';
  say(`Electron ${found.version}: ${found.why}${because}${rootNote}`);
  return { executable: found.executable, args, env: startEnv, version: found.version };
}

// Not a top-level await, which would keep this module from being loaded with require (as Playwright does).
async function print() {
  try {
    // Standard output is the JSON line's alone.
    const runtime = await resolveRuntime({ say: (line) => console.error(line) });
    if (process.argv.includes('--print')) console.log(JSON.stringify(runtime));
  } catch (error) {
    console.error(error instanceof SetupProblem ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) void print();
