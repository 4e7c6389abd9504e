// A part of the app's build that writes down whose libraries went into it, each with its licence: they ask to be named
// wherever they are given away, and Settings shows them.
import { join } from 'node:path';
import { createViteLicensePlugin } from 'rollup-license-plugin';

/** Beside the bundle it tells of. */
export const LICENCES_FILE = 'licences.json';

/**
 * Vite plugin: emits `licences.json` with the packages of this bundle. The build fails at a package whose licence is not
 * named in the terms of SPDX.
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
