// Completes what electron-builder leaves undone: this runs once the app has been copied, before anything is made from
// the folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addCommandLine } from './command-line.mjs';
import { writeNotices } from './notices.mjs';

/** @param {import('electron-builder').AfterPackContext} context */
export function completeApp({ appOutDir, packager, electronPlatformName }) {
  const resources = packager.getResourcesDir(appOutDir);
  // The app is app.asar. Everything else that this Electron could start is removed: its own default app, and the loader
  // of the fallback runtime.
  for (const name of ['app', 'default_app.asar'])
    rmSync(join(resources, name), { recursive: true, force: true });
  rmSync(join(appOutDir, 'version'), { force: true });
  // On macOS they go inside the bundle, because nothing may be beside it.
  const place = electronPlatformName === 'darwin' ? resources : appOutDir;
  const node = addCommandLine({ to: join(place, 'cli'), platform: electronPlatformName });
  writeNotices({ folder: place, node });
}
