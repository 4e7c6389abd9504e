import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';

it('Words that a person reads have the typographic apostrophe', () => {
  const straight = ['src/renderer', 'src/shared', 'src/main'].flatMap((root) =>
    readdirSync(join(repoRoot, root), { recursive: true })
      .filter(
        (path) => /\.(?:vue|ts)$/.test(path) && !/\.(?:test|fixture)\.ts$|test-fixtures|gallery/.test(path),
      )
      .flatMap((path) =>
        readFileSync(join(repoRoot, root, path), 'utf8')
          .replaceAll(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*|<!--.*?-->/gs, '')
          .split('\n')
          // What is reported goes to the log.
          .filter((line) => /[\w}”]'(?:s|t|re|ve|ll|d|m)\b/.test(line) && !line.includes('report('))
          .map((line) => `${line.trim()} in ${root}/${path}`),
      ),
  );
  expect(straight).toEqual([]);
});
