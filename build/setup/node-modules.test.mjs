import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedMatches, packagesNeeded } from './node-modules.mjs';

const entry = (version, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
const lock = (packages) => ({ packages: { '': { name: 'product' }, ...packages } });

describe('comparing installed packages with the lockfile', () => {
  const wanted = lock({
    'node_modules/a': entry('1.0.0'),
    'node_modules/only-mac': entry('2.0.0', { optional: true, os: ['darwin'] }),
  });

  it('matches if only optional packages are missing', () => {
    expect(installedMatches(wanted, { packages: { 'node_modules/a': entry('1.0.0') } })).toBe(true);
  });

  it.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/a': entry('1.0.1') }],
    ['a checksum differs', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-other' } }],
    ['there is an extra package', { 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('1.0.0') }],
  ])('does not match when %s', (_, packages) => {
    expect(installedMatches(wanted, { packages })).toBe(false);
  });

  it('does not match without npm’s record, as after an interrupted install', () => {
    expect(installedMatches(wanted, undefined)).toBe(false);
  });
});

describe('the reason to run npm ci', () => {
  let root;
  const writeLock = (version) =>
    writeFileSync(
      join(root, 'package-lock.json'),
      JSON.stringify(lock({ 'node_modules/a': entry(version) })),
    );
  const writeInstalled = (version) => {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    const record = join(root, 'node_modules', '.package-lock.json');
    writeFileSync(record, JSON.stringify({ packages: { 'node_modules/a': entry(version) } }));
    return record;
  };
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pae-packages-'));
    writeLock('1.0.0');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is given if there is no node_modules', () => {
    expect(packagesNeeded(root)).toBe('there is no node_modules');
  });

  it('is not given if the packages match the lockfile, which is remembered', () => {
    const record = writeInstalled('1.0.0');
    expect(packagesNeeded(root)).toBeUndefined();
    rmSync(record);
    expect(packagesNeeded(root)).toBeUndefined();
  });

  it('is given again if the lockfile has changed', () => {
    writeInstalled('1.0.0');
    expect(packagesNeeded(root)).toBeUndefined();
    writeLock('1.1.0');
    expect(packagesNeeded(root)).toMatch(/not what package-lock.json asks for/);
  });
});
