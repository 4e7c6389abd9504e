import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { aliases } from '../../../build/aliases.mjs';

/**
 * Builds entries of the sandbox as the app's build does, for the tests of one file: CommonJS for Node 16.17 with all
 * dependencies bundled.
 */
export function useBuiltEntries(entries: Readonly<Record<string, string>>): (name: string) => string {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-entries-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      resolve: { alias: aliases },
      ssr: { noExternal: true },
      build: {
        ssr: true,
        target: 'node16.17',
        outDir: folder,
        rolldownOptions: {
          input: Object.fromEntries(
            Object.entries(entries).map(([name, file]) => [name, resolve('src/sandbox', file)]),
          ),
          output: { format: 'cjs' },
        },
      },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return (name) => join(folder, `${name}.js`);
}
