// The app's icon in the sizes that windows, menus and packages need, drawn from resources/icon.svg by the app's own
// runtime. To be run when the picture changes; `npm run generate` does not do so: node build/generate/icons.mjs
import { _electron } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { galleryRuntime } from '../gallery/serve.mjs';
import { startDesktopSession, temporaryDir } from '../setup/desktop-session.mjs';
import { repoRoot } from '../setup/paths.mjs';

const SIZES = [16, 32, 48, 64, 128, 256, 512];
const folder = join(repoRoot, 'resources');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');

const home = temporaryDir();
const session = await startDesktopSession({ home: home.dir, display: true });
const { executable, args, env } = await galleryRuntime('about:blank');
const app = await _electron.launch({
  executablePath: executable,
  args: [...args, '--force-device-scale-factor=1'],
  env: { ...session.env, ...env },
  chromiumSandbox: true,
});
try {
  const page = await app.firstWindow();
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: join(folder, 'icons', `${size}x${size}.png`), omitBackground: true });
  }
} finally {
  await app.close();
  await session.stop();
  home.remove();
}
