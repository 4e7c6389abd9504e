// Everything that `npm run package` makes.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onPath } from '../setup/paths.mjs';
import { debianFile, makeDebianPackage } from './debian-package.mjs';
import { packagesDir } from './names.mjs';
import { sourceDateEpoch } from './source-date.mjs';
import { makeTarArchive } from './tar-archive.mjs';
import { ensureUnpackedApp, makeUnpackedApp } from './unpacked-app.mjs';

/**
 * @param {{ log: (line: string) => void, only?: string, output?: string }} options `only`: `dir`, or one of
 *   electron-builder's targets
 * @returns {Promise<string[]>} their paths
 */
export async function makePackages({ log, only, output = packagesDir }) {
  const epoch = sourceDateEpoch();
  const folder = await makeUnpackedApp({ log, output, targets: [only ?? 'dir'] });
  if (only !== undefined || process.platform !== 'linux') return [folder];
  log('making the .tar.gz');
  const made = [folder, await makeTarArchive({ folder, epoch, output })];
  if (onPath('dpkg-deb')) {
    log('making the .deb');
    made.push(await makeDebianPackage({ folder, epoch, output }));
  }
  return made;
}

/**
 * A .deb of the current sources for a test, made again if the existing one is older than the app in it. Made to be
 * distributed it would be a fifth smaller, and take eight times as long.
 * @returns {Promise<string>} its path
 */
export async function ensureDebianPackage({ log }) {
  const folder = await ensureUnpackedApp({ log });
  const file = join(packagesDir, debianFile);
  const isNew =
    existsSync(file) && statSync(file).mtimeMs > statSync(join(packagesDir, 'made-from.json')).mtimeMs;
  return isNew ? file : makeDebianPackage({ folder, epoch: sourceDateEpoch(), level: 1 });
}
