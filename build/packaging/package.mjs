// npm run package: the app for this machine, without a download.
//   --dir                    the unpacked folder only
//   --target AppImage        another of electron-builder's targets (dmg, nsis); it downloads what makes it
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
    // Only now are the packages there that these are made with.
    const { makePackages } = await import('./packages.mjs');
    for (const path of await makePackages({ log, only: options.dir ? 'dir' : options.target })) log(path);
  }),
);
