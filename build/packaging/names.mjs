// The names of the packages and of what is in them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outDir, repoRoot } from '../setup/paths.mjs';

export const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));

/** The name of the executable, the folder below /opt, the Debian package and the desktop entry. */
export const APP = manifest.name;
/** The name of the command line. */
export const COMMAND = 'payments-explorer';
/** The same as in src/shared/app/deep-link.ts; the end-to-end test of the package opens a link with it. */
export const LINK_SCHEME = 'payments-explorer';

export const packagesDir = join(outDir, 'packages');

/** The name of the archive and of the folder in it: `payments-api-explorer-0.1.0-linux-x64`. */
export const fullName = (version = manifest.version, platform = process.platform, arch = process.arch) =>
  `${APP}-${version}-${platform}-${arch}`;
