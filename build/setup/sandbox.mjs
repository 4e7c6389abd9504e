// npm run sandbox -- --port N: the local server by itself. Standard output is the server's alone (its first line is
// JSON for programs to read); everything else is said on standard error.
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

// In this very process: signals, exit code and standard streams are the server's without anything in between.
const cli = join(outDir, 'main', 'sandbox-cli.js');
process.argv[1] = cli;
createRequire(import.meta.url)(cli);
