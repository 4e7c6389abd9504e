// npm run sandbox -- --port N, npm run cli -- session ID: runs a built program that needs only Node. Standard output is
// reserved for the program, so that other programs can read it; everything else goes to standard error.
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
