import { resolve } from 'node:path';
import { build } from 'vite';
import { aliases } from '../../../build/aliases.mjs';

/** Builds processes and threads of the app for Node, without electron: one `<name>.cjs` in the folder for each entry. */
export async function buildEntries(folder: string, entries: Readonly<Record<string, string>>): Promise<void> {
  // The bundle is outside the repository, but the database's module is inside it.
  const libsql = resolve('node_modules/libsql/index.js');
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliases },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        external: [/^libsql$/],
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, resolve(file)])),
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name]-[hash].cjs',
          paths: { libsql },
        },
      },
    },
    ssr: { noExternal: true, external: ['libsql'] },
  });
}
