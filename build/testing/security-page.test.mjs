// SECURITY.md lists what cannot happen, each line with its test; this checks that a test with exactly that name exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

const read = (path) => readFileSync(join(repoRoot, path), 'utf8');

/** The rows of the tables without the header rows: what cannot happen, and the test that shows it. */
const claims = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (?:-|It cannot|They cannot)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, claim, shownBy]) => [claim, shownBy]);

it('has more than 30 claims', () => expect(claims.length).toBeGreaterThan(30));

it.each(claims)('%s: is shown', (_claim, shownBy) => {
  const [, path = '', name = ''] = /^`([^`]+\.(?:spec|test)\.ts)`: (.{9,})$/.exec(shownBy) ?? [];
  expect(path, 'names a file and a test').not.toBe('');
  expect(existsSync(join(repoRoot, path)), path).toBe(true);
  expect(read(path)).toContain(name);
});
