import { relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { aliases } from './aliases.mjs';
import { repoRoot } from './setup/paths.mjs';

it('the aliases are the compiler’s paths', () => {
  const { config } = ts.readConfigFile(`${repoRoot}/tsconfig.base.json`, ts.sys.readFile);
  const { paths } = config.compilerOptions;
  const folders = Object.entries(aliases).map(([alias, folder]) => [
    alias,
    `./${relative(repoRoot, folder)}`,
  ]);
  const wanted = Object.fromEntries(folders.map(([alias, folder]) => [`${alias}/*`, [`${folder}/*`]]));
  // The contract can also be imported through its index.
  expect(paths).toEqual({ ...wanted, '@contract': ['./src/contract'] });
});
