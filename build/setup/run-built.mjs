// npm run sandbox -- --port N, npm run cli -- session ID: a built program that runs on Node alone. Standard output is the
// program's alone, for other programs to read; everything else is said on standard error.
import { join } from 'node:path';
import { ensureBuilt } from './app-build.mjs';
import { ensurePackages } from './node-modules.mjs';
import { exitWithNpm } from './foreground.mjs';
import { outDir } from './paths.mjs';
import { runProgram } from './run-program.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { exitOnError } from './setup.mjs';

exitWithNpm();
const log = (line) => console.error(`set-up: ${line}`);
await exitOnError(() =>
  withSetupLock({ log }, async () => {
    await ensurePackages({ log });
    await ensureBuilt({ log, stdout: 'stderr' });
  }),
);

const [, , name = '', ...args] = process.argv;
runProgram(join(outDir, 'main', `${name}.js`), args);
