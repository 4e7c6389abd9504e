// The licences, with their texts, of everything in a package that is not the app's own. Those of Electron and Chromium
// are shipped alongside, unchanged.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LICENCES_FILE } from '../generate/licences.mjs';
import { outDir } from '../setup/paths.mjs';
import { manifest } from './names.mjs';

export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';
const RULE = '='.repeat(80);
const texts = fileURLToPath(new URL('./licence-texts/', import.meta.url));

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Library */

/** The libraries in and beside the bundles, each once, as the build listed them (build/generate/licences.mjs). */
function libraries() {
  const lists = ['main', 'preload', 'renderer'].map((part) => join(outDir, part, LICENCES_FILE));
  /** @type {Library[]} */
  const all = lists
    .filter((path) => existsSync(path))
    .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')));
  const each = new Map(all.map((library) => [`${library.name}@${library.version}`, library]));
  return [...each.keys()].sort().map((key) => withText(key, each.get(key)));
}

/** Some packages name their licence without including its text: for those it is in licence-texts/. */
function withText(key, library) {
  const kept = join(texts, `${key.replaceAll('/', '+')}.txt`);
  const text = library.text ?? (existsSync(kept) ? readFileSync(kept, 'utf8') : null);
  if (text === null) throw new Error(`${key} brings no text of its licence: put it into ${kept}`);
  return { ...library, text: text.trim() };
}

/**
 * @param {{ node: { version: string, licence: string } | null }} beside
 * @returns {string}
 */
export function notices({ node }) {
  const all = libraries();
  if (node !== null)
    all.push({
      name: 'Node.js',
      version: node.version,
      licence: 'MIT and others',
      text: node.licence.trim(),
    });
  const parts = [...groupByText(all)].map(([text, those]) => {
    const names = those.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return `${RULE}\n${names.join('\n')}\n\n${text}\n`;
  });
  const head = [
    `${manifest.productName} contains software of others. Their licences follow.`,
    "Electron's is in LICENSE.electron.txt, those of Chromium and what it is made of in LICENSES.chromium.html.",
  ];
  return `${head.join('\n')}\n\n${parts.join('\n')}`;
}

/** @param {Library[]} all */
function groupByText(all) {
  const groups = new Map();
  for (const one of all) groups.set(one.text, [...(groups.get(one.text) ?? []), one]);
  return groups;
}

export function writeNotices({ folder, node }) {
  writeFileSync(join(folder, NOTICES_FILE), notices({ node }));
}
