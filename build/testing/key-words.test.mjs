import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

const renderer = join(repoRoot, 'src/renderer');

it('No component writes the keys of a shortcut itself, as they can be changed and differ on a Mac', () => {
  const written = readdirSync(renderer, { recursive: true })
    .filter((path) => path.endsWith('.vue') && !path.startsWith('gallery/'))
    .flatMap((path) => {
      const text = readFileSync(join(renderer, path), 'utf8').replaceAll(
        /\/\*.*?\*\/|\/\/[^\n]*|<!--.*?-->/gs,
        '',
      );
      // `Alt+Up` is the same everywhere; a code such as 'Escape' is in quotes of its own.
      const found = [...text.matchAll(/(?:Ctrl|Cmd|⌘)\+?\w|\(F\d+\)|\(Escape\)|Alt\+[↑↓]/g)];
      return found.map(([keys]) => `${keys} in ${path}`);
    });
  expect(written).toEqual([]);
});
