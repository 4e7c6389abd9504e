// What the packages and what is in them are called.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, repoRoot } from '../setup/paths.mjs';

export const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));

/** Of the executable, the folder below /opt, the Debian package and the desktop entry. */
export const APP = manifest.name;
/** The command line. */
export const COMMAND = 'payments-explorer';
/** As in src/shared/app/deep-link.ts; the journey of the package opens a link with it. */
export const LINK_SCHEME = 'payments-explorer';

/** Where packages are made. */
export const packagesDir = join(outDir, 'packages');

/** `payments-api-explorer-0.1.0-linux-x64`: of the archive, and of the folder in it. */
export const fullName = (version = manifest.version, platform = process.platform, arch = process.arch) =>
  `${APP}-${version}-${platform}-${arch}`;
