// A part of the app's build that writes down whose libraries went into it, each with its licence: they ask to be named
// wherever they are given away, and Settings shows them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Beside the bundle it tells of. */
export const LICENCES_FILE = 'licences.json';

const MODULES = `${sep}node_modules${sep}`;

/**
 * The folder of the package that a module belongs to; null for our own modules and virtual ones.
 * @param {string} moduleId a path, with a query perhaps
 */
export function packageFolderOf(moduleId) {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '').split('/').join(sep);
  const start = path.lastIndexOf(MODULES);
  if (start === -1) return null;
  const parts = path.slice(start + MODULES.length).split(sep);
  const name = parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1);
  return join(path.slice(0, start + MODULES.length), ...name);
}

/**
 * Name, version and licence of the package in a folder. `text` is null when the package comes without one.
 * @param {string} folder
 */
export function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : 'see the text',
    text: file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim(),
  };
}

/**
 * Rolldown plugin: emits `licences.json` with the packages of this bundle.
 * @param {readonly string[]} [beside] names of packages that are shipped beside the bundle, not in it
 */
export function licences(beside = []) {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const folders = new Set(beside.map((name) => join(process.cwd(), 'node_modules', name)));
      for (const output of Object.values(bundle)) {
        for (const id of output.type === 'chunk' ? Object.keys(output.modules) : []) {
          const folder = packageFolderOf(id);
          if (folder !== null && existsSync(join(folder, 'package.json'))) folders.add(folder);
        }
      }
      const found = [...folders].map(licenceOf).sort((one, other) => one.name.localeCompare(other.name));
      this.emitFile({
        type: 'asset',
        fileName: LICENCES_FILE,
        source: `${JSON.stringify(found, null, 1)}\n`,
      });
    },
  };
}
