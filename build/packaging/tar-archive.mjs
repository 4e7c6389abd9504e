// The .tar.gz for any Linux: one folder, which runs from wherever it is unpacked.
import { rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runQuietly } from '../setup/child-process.mjs';
import { fullName, packagesDir } from './names.mjs';

/**
 * Produces the same bytes for the same files: they are sorted, with fixed dates and no owner, and gzip stores no name
 * or time.
 * @param {{ folder: string, epoch: number, output?: string }} options
 * @returns {Promise<string>} the path of the archive
 */
export async function makeTarArchive({ folder, epoch, output = packagesDir }) {
  const tar = join(output, `${fullName()}.tar`);
  const archive = `${tar}.gz`;
  for (const old of [tar, archive]) rmSync(old, { force: true });
  const same = [
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ];
  const renamed = `--transform=flags=r;s|^${basename(folder)}|${fullName()}|`;
  const what = ['--create', `--file=${tar}`, `--directory=${dirname(folder)}`, basename(folder)];
  await runQuietly('tar', [...same, renamed, ...what], { what: 'making the archive' });
  await runQuietly('gzip', ['--no-name', '-6', tar], { what: 'compressing the archive' });
  return archive;
}
