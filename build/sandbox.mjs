// npm run sandbox -- --port N: the local server by itself. Standard output is the server's alone (its first line is
// JSON for programs to read); everything else is said on standard error.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './app-build.mjs';
import { ensurePackages } from './node-modules.mjs';
import { outDir, repoRoot } from './paths.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { orExplain } from './setup.mjs';

const say = (line) => console.error(`set-up: ${line}`);
await orExplain(() =>
  withSetupLock({ say }, async () => {
    await ensurePackages({ say });
    await ensureBuilt({ say, stdout: 'stderr' });
  }),
);

const cli = join(outDir, 'main', 'sandbox-cli.js');
const child = spawn(process.execPath, [cli, ...process.argv.slice(2)], { cwd: repoRoot, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  if (signal) process.removeAllListeners(signal).kill(process.pid, signal);
  else process.exitCode = code;
});
