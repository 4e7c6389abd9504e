// npm start: the built app in a window; on a machine without a display, a demonstration of it on a virtual one.
//   --once    (no display) end after the screenshot; on Linux with a display, asks for the virtual one
// Other arguments go to the app: --user-data-dir=DIR.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './app-build.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { hasDisplay, repoRoot } from './paths.mjs';
import { orExplain } from './setup.mjs';

/** Starts the app on the person's own display, and ends as it ends. */
function startInWindow(runtime, args) {
  const env = { ...process.env, ...runtime.env };
  // Set in the terminals of some editors, it would make Electron a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  const child = spawn(runtime.executable, [...runtime.args, ...args], {
    cwd: repoRoot,
    env,
    stdio: 'inherit',
  });
  // Ctrl+C reaches the app by itself; a signal sent to us alone is handed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 0 : 1)));
  });
}

const args = process.argv.slice(2);
const once = args.includes('--once');
const say = (line) => console.log(line);

await orExplain(() => ensureBuilt({ say }));
const runtime = await orExplain(() => resolveRuntime());
const appArgs = args.filter((arg) => arg !== '--once');
if (hasDisplay() && !(once && process.platform === 'linux')) {
  process.exitCode = await startInWindow(runtime, appArgs);
} else {
  const { demonstrate } = await import('./headless-start.mjs');
  process.exitCode = await demonstrate({ runtime, args: appArgs, once, say });
}
