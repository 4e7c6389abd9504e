// Makes what the journeys on packages start, if it is not there, and prints where it is: one JSON line
// { folder, executable, inspectable }. `inspectable` is the executable of a copy that Playwright can steer.
import { ensureBuilt } from '../setup/app-build.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { exitOnError } from '../setup/setup.mjs';
import { ensureInspectableApp, executableOf } from './unpacked-app.mjs';

// Standard output is the JSON line's alone, and electron-builder writes there, too.
const print = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const log = (line) => console.error(line);

const { folder, inspectable } = await exitOnError(() =>
  withSetupLock({ log }, async () => {
    await ensureBuilt({ log, stdout: 'stderr' });
    return ensureInspectableApp({ log });
  }),
);
const paths = { folder, executable: executableOf(folder), inspectable: executableOf(inspectable) };
print(`${JSON.stringify(paths)}\n`);
