// The app as it will be on a user's disk, made by electron-builder from the built app and the Electron that starts it here.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, Platform } from 'electron-builder';
import { ensureBuilt, sourcesFingerprint } from '../setup/app-build.mjs';
import { SetupError } from '../setup/child-process.mjs';
import { resolveRuntime } from '../setup/electron-runtime.mjs';
import { readJson, writeJson } from '../setup/stamps.mjs';
import { builderConfig } from './builder-config.mjs';
import { allowInspection, readFuses, wantedFuses } from './fuses.mjs';
import { APP, fullName, manifest, packagesDir } from './names.mjs';

const PARTS = [
  'src',
  'resources',
  'build/packaging',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
];
const stampIn = (output) => join(output, 'made-from.json');

const executableIn = {
  linux: APP,
  win32: `${manifest.productName}.exe`,
  darwin: join(`${manifest.productName}.app`, 'Contents', 'MacOS', manifest.productName),
};

/** @param {string} folder of the unpacked app */
export const executableOf = (folder) => join(folder, executableIn[process.platform]);

/** Where electron-builder puts the app for this machine. */
function folderIn(output) {
  const arch = process.arch === 'x64' ? '' : `-${process.arch}`;
  const names = { linux: `linux${arch}-unpacked`, win32: `win${arch}-unpacked`, darwin: `mac${arch}` };
  return join(output, names[process.platform]);
}

/**
 * Makes the unpacked app and, for other `targets`, what electron-builder makes from it (AppImage, dmg, nsis: these
 * download their tools).
 * @param {{ log: (line: string) => void, output?: string, targets?: string[] }} options
 * @returns {Promise<string>} its folder
 */
export async function makeUnpackedApp({ log, output = packagesDir, targets = ['dir'] }) {
  await ensureBuilt({ log });
  const runtime = await resolveRuntime();
  const sources = sourcesOf(runtime);
  // Removed while this runs, so that whatever an interrupted run leaves does not count.
  rmSync(stampIn(output), { force: true });
  log(`packing ${fullName()} with Electron ${runtime.version}`);
  const dist = distOf(runtime.executable);
  await build({
    targets: Platform.current().createTarget(targets),
    config: builderConfig({ dist, electronVersion: runtime.version, output }),
    publish: 'never',
  }).catch((error) => {
    if (targets.includes('dir')) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new SetupError(`electron-builder downloads what makes ${targets.join()}, and failed: ${why}`);
  });
  const folder = folderIn(output);
  settleModes(folder);
  await requireFuses(executableOf(folder));
  writeJson(stampIn(output), { sources });
  return folder;
}

/** A fingerprint of everything that goes into a package. */
function sourcesOf({ executable }) {
  const parts = [sourcesFingerprint(undefined, PARTS), executable, process.execPath];
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

const distOf = (executable) =>
  process.platform === 'darwin' ? dirname(dirname(dirname(dirname(executable)))) : dirname(executable);

/** Makes a package independent of the umask of whoever makes it. */
function settleModes(folder) {
  if (process.platform === 'win32') return;
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
}

/** Read back from the file, because asking for a fuse does not prove that it was set. */
async function requireFuses(executable) {
  const found = await readFuses(executable);
  for (const [name, wanted] of Object.entries(wantedFuses()))
    if (found[name] !== wanted)
      throw new SetupError(`The fuse ${name} of ${executable} is ${found[name]}, and not ${wanted}.`);
}

/**
 * The unpacked app of the current sources, made again if the existing one is of other sources.
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<string>} its folder
 */
export async function ensureUnpackedApp({ log }) {
  await ensureBuilt({ log });
  const sources = sourcesOf(await resolveRuntime());
  const folder = folderIn(packagesDir);
  if (existsSync(executableOf(folder)) && readJson(stampIn(packagesDir))?.sources === sources) return folder;
  return makeUnpackedApp({ log });
}

/**
 * A copy that Playwright can control: the same files except for one fuse.
 * @returns {Promise<{ folder: string, inspectable: string }>} the folder of the app as distributed, and that of the copy
 */
export async function ensureInspectableApp({ log }) {
  const folder = await ensureUnpackedApp({ log });
  const inspectable = `${folder}-inspectable`;
  const { sources } = readJson(stampIn(packagesDir));
  const copyStamp = join(packagesDir, 'inspectable-made-from.json');
  if (readJson(copyStamp)?.sources === sources) return { folder, inspectable };
  rmSync(inspectable, { recursive: true, force: true });
  cpSync(folder, inspectable, { recursive: true });
  await allowInspection(executableOf(inspectable));
  writeJson(copyStamp, { sources });
  return { folder, inspectable };
}
