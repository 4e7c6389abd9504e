// What set-up remembers about this clone. It is kept inside node_modules, so that it disappears together with the
// packages.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from './paths.mjs';

const stampFile = (name, root) => join(root, 'node_modules', '.payments-api-explorer', `${name}.json`);

/** @returns {unknown} the JSON in a file; undefined when there is no such file or it is not JSON */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file atomically, so that it is never seen half-written. */
export function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(value)}\n`);
  renameSync(temporary, file);
}

export const readStamp = (name, root = repoRoot) => readJson(stampFile(name, root));
export const writeStamp = (name, value, root = repoRoot) => writeJson(stampFile(name, root), value);
export const deleteStamp = (name, root = repoRoot) => rmSync(stampFile(name, root), { force: true });
