// A part of the app's build that lists the libraries in it with their licences: the licences require that the libraries
// are named wherever they are distributed, and Settings shows the list.
import { join } from 'node:path';
import { createViteLicensePlugin } from 'rollup-license-plugin';

/** Written beside the bundle that it describes. */
export const LICENCES_FILE = 'licences.json';

/**
 * Vite plugin: emits `licences.json` with the packages of this bundle. The build fails at a package whose licence is
 * not an SPDX expression.
 * @param {readonly string[]} [beside] names of packages that are shipped beside the bundle, not in it
 */
export function licences(beside = []) {
  return createViteLicensePlugin({
    outputFilename: false,
    includePackages: () => beside.map((name) => join(process.cwd(), 'node_modules', name)),
    additionalFiles: { [LICENCES_FILE]: toJson },
  });
}

/** @param {readonly { name: string, version: string, license: string, licenseText?: string | null }[]} packages */
function toJson(packages) {
  const entries = packages.map(({ name, version, license, licenseText }) => ({
    name,
    version,
    licence: license,
    text: licenseText?.trim() ?? null,
  }));
  entries.sort((one, other) => one.name.localeCompare(other.name));
  return `${JSON.stringify(entries, null, 1)}\n`;
}
