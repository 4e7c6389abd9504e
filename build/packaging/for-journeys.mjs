// Makes what the end-to-end tests of packages start, unless it already exists, and prints where it is as one JSON line
// { folder, executable, inspectable }; `inspectable` is the executable of a copy that Playwright can control.
//   --deb prints the path of the .deb instead, { deb }
import { ensureBuilt } from '../setup/app-build.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { exitOnError } from '../setup/setup.mjs';
import { ensureDebianPackage } from './packages.mjs';
import { ensureInspectableApp, executableOf } from './unpacked-app.mjs';

// Standard output is reserved for the JSON line, but electron-builder also writes to it.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const log = (line) => console.error(line);

const made = await exitOnError(() =>
  withSetupLock({ log }, async () => {
    await ensureBuilt({ log, stdout: 'stderr' });
    if (process.argv.includes('--deb')) return { deb: await ensureDebianPackage({ log }) };
    const { folder, inspectable } = await ensureInspectableApp({ log });
    return { folder, executable: executableOf(folder), inspectable: executableOf(inspectable) };
  }),
);
print(`${JSON.stringify(made)}\n`);
