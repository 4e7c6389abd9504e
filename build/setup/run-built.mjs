// npm run sandbox -- --port N, npm run cli -- session ID: a built program that runs on Node alone. Standard output is the
// program's alone, for other programs to read; everything else is said on standard error.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt } from './app-build.mjs';
import { ensurePackages } from './node-modules.mjs';
import { exitWithNpm } from './foreground.mjs';
import { outDir } from './paths.mjs';
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

// In this very process: signals, exit code and standard streams are the program's without anything in between.
const [, , name = '', ...args] = process.argv;
const program = join(outDir, 'main', `${name}.js`);
process.argv = [process.execPath, program, ...args];
createRequire(import.meta.url)(program);
