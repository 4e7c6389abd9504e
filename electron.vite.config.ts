import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'electron-vite';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { aliases } from './build/aliases.mjs';
import { firstFrame } from './build/first-frame/plugin.mjs';
import { firstScreenGroups, preloadFonts } from './build/first-screen.mjs';
import { licences } from './build/generate/licences.mjs';

// The fallback runtime is Electron 22 (Node 16.17, Chromium 108), so every target is set to it;
// see docs/decisions/0001-electron-runtime.md. Native modules stay outside the bundle.
const nativeModules = ['electron', 'keytar', 'libsql'];

/** The source of newer versions is part of the build (docs/decisions/0135-newer-versions.md). */
const updateSource: Plugin = {
  name: 'update-source',
  generateBundle() {
    const source = readFileSync(resolve('build/updates/source.json'), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'update-source.json', source });
  },
};

/** The runtime keeps each script's text, with two bytes per character if any of them is not ASCII. */
const charset = 'ascii';

/**
 * The log library could send lines elsewhere, which ours never does, and loading Node's `http` for that took a tenth of
 * main's share of the start.
 */
const withoutRemoteLog: Plugin = {
  name: 'without-remote-log',
  load: (id) =>
    /[\\/]electron-log[\\/]src[\\/]node[\\/]transports[\\/]remote\.js$/.test(id)
      ? 'module.exports = () => null;'
      : null,
};

/**
 * Packages without scripts of their own in the bundle: Vue's own only re-exports its parts, and fonts never had one.
 */
const beside = ['vue', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];

/**
 * With `navigator.scheduling` CodeMirror parses for up to 100 ms, or seven frames, unless a key or the mouse waits;
 * without it 25 ms at a time. The router reads scroll positions from `sessionStorage`, which no screen here needs; it
 * would wait for main, which is loading itself then.
 */
const withoutGlobals = { 'navigator.scheduling': 'undefined', sessionStorage: 'undefined' };

export default defineConfig(({ command }) => ({
  main: {
    resolve: { alias: aliases },
    // A build does not even read the address of a development server (shell/development-server.ts).
    define: { __DEVELOPMENT__: JSON.stringify(command === 'serve') },
    plugins: [licences(['keytar', 'libsql', '@neon-rs/load', 'detect-libc']), updateSource, withoutRemoteLog],
    build: {
      target: 'node16.17',
      externalizeDeps: false,
      rolldownOptions: {
        external: nativeModules,
        input: {
          index: resolve('src/main/index.ts'),
          'keychain-process': resolve('src/main/credentials/keychain-process.ts'),
          'documents-process': resolve('src/main/documents/documents-process.ts'),
          'reading-process': resolve('src/main/body-reading/reading-process.ts'),
          'database-process': resolve('src/main/database/database-process.ts'),
          'sandbox-worker': resolve('src/sandbox/worker.ts'),
          'sandbox-document-process': resolve('src/sandbox/documents/document-process.ts'),
          'sandbox-cli': resolve('src/sandbox/cli.ts'),
          'command-line': resolve('src/cli/index.ts'),
        },
        output: { format: 'cjs', charset, comments: { jsdoc: false } },
      },
    },
  },
  preload: {
    resolve: { alias: aliases },
    build: {
      target: 'node16.17',
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron'],
        // They share no module, because a sandboxed preload script is a single file.
        input: { index: resolve('src/preload/index.ts'), question: resolve('src/preload/question.ts') },
        output: { format: 'cjs', charset },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    resolve: { alias: aliases },
    // No component here, ours or a library's, is written with Vue's options, and they are 2 % of the first screen's script.
    plugins: [vue({ features: { optionsAPI: false } }), licences(beside), firstFrame(), preloadFonts()],
    worker: { format: 'es', rolldownOptions: { output: { charset } } },
    // Only in a build: the development server would assign them to the page's own globals, one of which is read-only.
    define: command === 'build' ? withoutGlobals : {},
    // The page has an address of our scheme, and the fonts are outside its folder.
    server: {
      port: 5173,
      strictPort: true,
      hmr: { host: 'localhost', clientPort: 5173 },
      fs: { allow: [resolve('.')] },
    },
    build: {
      target: 'chrome108',
      minify: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        // The page of a question shares no module with the app, so that it never contains any of the app's scripts.
        input: {
          index: resolve('src/renderer/index.html'),
          question: resolve('src/renderer/question/index.html'),
        },
        output: { charset, codeSplitting: { groups: firstScreenGroups() } },
      },
    },
  },
}));
