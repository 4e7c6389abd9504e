import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EXIT, EXIT_CODES } from './exit-codes';

it('are all documented, in the words of --help', async () => {
  const text = await readFile('docs/command-line.md', 'utf8');
  const rows = text.matchAll(/^\| +(\d+) +\| +(.+?) +\|/gm);
  const table = Array.from(rows, ([, code, words]) => [Number(code), words]);
  expect(table).toEqual(EXIT_CODES);
  expect(table.map(([code]) => code)).toEqual(Object.values(EXIT));
});
