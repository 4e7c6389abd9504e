// What electron-builder does not put into a package: it runs when the app is copied, before anything is made of the folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addCommandLine } from './command-line.mjs';
import { writeNotices } from './notices.mjs';

/** @param {import('electron-builder').AfterPackContext} context */
export function completeApp({ appOutDir, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir);
  // The app is app.asar. What else an Electron could start is gone: its own default app, and the loader of our fallback runtime.
  for (const name of ['app', 'default_app.asar'])
    rmSync(join(resources, name), { recursive: true, force: true });
  rmSync(join(appOutDir, 'version'), { force: true });
  // Inside the bundle on macOS, where nothing may lie beside it.
  const place = electronPlatformName === 'darwin' ? resources : appOutDir;
  const node = addCommandLine({ to: join(place, 'cli'), platform: electronPlatformName });
  writeNotices({ folder: place, node });
}
