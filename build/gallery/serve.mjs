// The gallery of components: every shared component of the window in each of its states, on one page. It is not part of the
// product. `npm run gallery` opens it and reloads it when the sources change; e2e/gallery.spec.ts compares its screenshots.
import vue from '@vitejs/plugin-vue';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { aliases } from '../aliases.mjs';
import { launchOptions, resolveRuntime } from '../setup/electron-runtime.mjs';
import { repoRoot } from '../setup/paths.mjs';

/** Serves the page on a free loopback port. */
export async function serveGallery() {
  const server = await createServer({
    configFile: false,
    root: join(repoRoot, 'src', 'renderer'),
    resolve: { alias: aliases },
    plugins: [vue()],
    logLevel: 'warn',
    cacheDir: join(repoRoot, 'out', 'gallery-cache'),
    optimizeDeps: { entries: ['gallery/index.html'] },
    server: {
      host: '127.0.0.1',
      port: 0,
      strictPort: false,
      fs: { allow: [repoRoot] },
      hmr: { overlay: false },
    },
  });
  await server.listen();
  const { port } = server.httpServer.address();
  return { url: `http://127.0.0.1:${port}/gallery/index.html`, close: () => server.close() };
}

/** How to start Electron with the gallery's window. */
export async function galleryRuntime(url) {
  const { executable } = await resolveRuntime();
  const { args, env } = launchOptions({ executable }, { root: join(repoRoot, 'build', 'gallery') });
  return { executable, args, env: { ...env, GALLERY_URL: url } };
}

async function open() {
  const { url, close } = await serveGallery();
  const { executable, args, env } = await galleryRuntime(url);
  console.log(`gallery: ${url}`);
  const window = spawn(executable, args, { env: { ...process.env, ...env }, stdio: 'inherit' });
  window.on('exit', () => void close());
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await open();
