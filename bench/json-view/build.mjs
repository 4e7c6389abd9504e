// Builds the bench page and its main process into a folder that the app's runtime can start.
import vue from '@vitejs/plugin-vue';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { aliases } from '../../build/aliases.mjs';
import { repoRoot } from '../../build/setup/paths.mjs';

/** Returns the folder to start. */
export async function buildBench() {
  const source = join(repoRoot, 'bench', 'json-view');
  const target = join(repoRoot, 'out', 'bench-json-view');
  mkdirSync(target, { recursive: true });
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(source, 'page'),
    plugins: [vue()],
    resolve: { alias: aliases },
    worker: { format: 'es' },
    build: {
      outDir: join(target, 'page'),
      emptyOutDir: true,
      target: 'chrome108',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: aliases },
    build: {
      ssr: join(source, 'electron-main.js'),
      outDir: join(target, 'main'),
      target: 'node16.17',
      rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: 'index.cjs' } },
    },
  });
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({
      name: 'json-view-bench',
      productName: 'JsonView bench',
      version: '0.0.0',
      main: 'main/index.cjs',
    }),
  );
  return target;
}
