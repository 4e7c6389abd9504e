// A module that a test mocks with vi.mock stays so for the files after it in the same worker, unless the test is listed as
// one that needs its own modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MOCKING, MOCKING_IN_A_WINDOW } from '../../vitest.config.ts';
import { repoRoot } from '../setup/paths.mjs';

it('The tests that mock modules are those that have modules of their own', () => {
  const mocking = readdirSync(join(repoRoot, 'src'), { recursive: true })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\bvi\.(?:do)?mock\(/i.test(readFileSync(join(repoRoot, path), 'utf8')));
  expect(mocking.sort()).toEqual([...MOCKING, ...MOCKING_IN_A_WINDOW].sort());
});
