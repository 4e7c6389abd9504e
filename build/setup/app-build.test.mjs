import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourcesFingerprint } from './app-build.mjs';

describe('the fingerprint of the sources', () => {
  let root;
  const print = () => sourcesFingerprint(root, ['src', 'package.json', 'absent.json']);
  const write = (name, text) => writeFileSync(join(root, name), text);
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pae-sources-'));
    mkdirSync(join(root, 'src', 'main'), { recursive: true });
    write('package.json', '{}');
    write('src/main/index.ts', 'one');
    write('src/main/other.ts', 'two');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('stays the same while nothing changes', () => {
    expect(print()).toBe(print());
  });

  it.each([
    ['a file changes in size', () => write('src/main/index.ts', 'longer')],
    ['a file is touched', () => utimesSync(join(root, 'package.json'), 1, 1)],
    ['a file is added', () => write('src/main/new.ts', '')],
    ['a file is removed', () => rmSync(join(root, 'src/main/other.ts'))],
    ['a missing file appears', () => write('absent.json', '{}')],
  ])('changes when %s', (_, change) => {
    const before = print();
    change();
    expect(print()).not.toBe(before);
  });

  it('ignores tests, which are not built', () => {
    const before = print();
    write('src/main/index.test.ts', 'expect');
    expect(print()).toBe(before);
  });
});
