import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedMatches, packagesNeeded } from './node-modules.mjs';

const entry = (version, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
const lock = (packages) => ({ packages: { '': { name: 'product' }, ...packages } });

describe('what npm installed against the lockfile', () => {
  const wanted = lock({
    'node_modules/a': entry('1.0.0'),
    'node_modules/only-mac': entry('2.0.0', { optional: true, os: ['darwin'] }),
  });

  it('matches when only optional packages are absent', () => {
    expect(installedMatches(wanted, { packages: { 'node_modules/a': entry('1.0.0') } })).toBe(true);
  });

  it.each([
    ['a package is absent', {}],
    ['a version differs', { 'node_modules/a': entry('1.0.1') }],
    ['a content differs', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-other' } }],
    ['there is one too many', { 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('1.0.0') }],
  ])('does not match when %s', (_, packages) => {
    expect(installedMatches(wanted, { packages })).toBe(false);
  });

  it('does not match without a record: npm was interrupted', () => {
    expect(installedMatches(wanted, undefined)).toBe(false);
  });
});

describe('whether npm ci has to run', () => {
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

  it('has to without node_modules', () => {
    expect(packagesNeeded(root)).toBe('there is no node_modules');
  });

  it('need not when the person installed what the lockfile asks for, which is remembered', () => {
    const record = writeInstalled('1.0.0');
    expect(packagesNeeded(root)).toBeUndefined();
    rmSync(record);
    expect(packagesNeeded(root)).toBeUndefined();
  });

  it('has to again when the lockfile changed', () => {
    writeInstalled('1.0.0');
    expect(packagesNeeded(root)).toBeUndefined();
    writeLock('1.1.0');
    expect(packagesNeeded(root)).toMatch(/not what package-lock.json asks for/);
  });
});
