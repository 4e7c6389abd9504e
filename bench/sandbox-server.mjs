// Starts the built sandbox on its own, as `npm run sandbox` does, for the measurements in this folder.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ensureBuilt } from '../build/setup/app-build.mjs';
import { outDir } from '../build/setup/paths.mjs';

/** @returns {Promise<{ description: any, pid: number, stop: () => Promise<void> }>} */
export async function startBuiltSandbox(args) {
  await ensureBuilt({ log: (line) => console.error(line), stdout: 'stderr' });
  const child = spawn(process.execPath, [`${outDir}/main/sandbox-cli.js`, '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const description = await Promise.race([
    new Promise((resolve) => lines.once('line', (line) => resolve(JSON.parse(line)))),
    ended.then(() => Promise.reject(new Error('the sandbox ended before it was ready'))),
  ]);
  return {
    description,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
