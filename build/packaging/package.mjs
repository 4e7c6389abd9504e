// npm run package: packages the app for this machine, without downloading anything.
//   --dir                    the unpacked folder only
//   --target AppImage        another of electron-builder's targets (dmg, nsis); it downloads the tools for it
import { parseArgs } from 'node:util';
import { exitWithNpm } from '../setup/foreground.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { exitOnError, logStep, setUp } from '../setup/setup.mjs';

exitWithNpm();
const { values: options } = parseArgs({ options: { dir: { type: 'boolean' }, target: { type: 'string' } } });
const log = (line) => console.log(line);

await exitOnError(() =>
  withSetupLock({ log: logStep }, async () => {
    await setUp({ forTests: false, headless: false, log: logStep });
    // Imported only now, because the npm packages that it needs may only just have been installed.
    const { makePackages } = await import('./packages.mjs');
    for (const path of await makePackages({ log, only: options.dir ? 'dir' : options.target })) log(path);
  }),
);
