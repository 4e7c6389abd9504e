import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outDir, repoRoot } from '../setup/paths.mjs';
import { cellsOf, directDependencies, reasons } from './dependencies.mjs';

const page = readFileSync(join(repoRoot, 'docs/dependencies.md'), 'utf8');
const REGISTRY = 'https://registry.npmjs.org/';
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

it('each direct dependency has a row with its version, licence and reason', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells);
  expect(rows.map((cells) => cells.slice(0, 3)).sort()).toEqual(directDependencies().map(cellsOf).sort());
  for (const [name, , , newest, why] of rows) expect([newest, why], name).not.toContain('');
});

it('each direct dependency has exactly one reason, and nothing else has one', () => {
  const named = Object.values(reasons).flatMap(Object.keys);
  expect(named.sort()).toEqual(
    directDependencies()
      .map(({ name }) => name)
      .sort(),
  );
});

it('every direct dependency that is bundled is listed under the app', () => {
  const lists = ['main', 'renderer'].map((part) => join(outDir, part, 'licences.json')).filter(existsSync);
  const inside = new Set(lists.flatMap(readJson).map(({ name }) => name));
  const wrong = directDependencies().filter(
    ({ name, realName }) => inside.has(realName) && !(name in reasons.app),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

it('the licences of direct dependencies allow distribution', () => {
  const free = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|OFL-1\.1|MPL-2\.0)$/;
  expect(directDependencies().filter(({ license }) => !free.test(license))).toEqual([]);
});

it.each(['package-lock.json', 'build/testing/newest/nodes/package-lock.json'])(
  '%s has a checksum for every package, and only addresses of the registry',
  (lockfile) => {
    const { packages } = readJson(join(repoRoot, lockfile));
    const entries = Object.entries(packages).filter(([path]) => path !== '');
    expect(entries.length).toBeGreaterThan(2);
    const unchecked = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    expect(unchecked.map(([path]) => path)).toEqual([]);
    const elsewhere = entries.filter(
      ([, { resolved = REGISTRY, link }]) => !resolved.startsWith(REGISTRY) || link === true,
    );
    expect(elsewhere.map(([path]) => path)).toEqual([]);
  },
);
