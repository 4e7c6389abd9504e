// npm start: the built app in a window; on a machine without a display, a demonstration on a virtual one.
//   --once    end after the demonstration's screenshot (on Linux; an existing display is then left alone)
// Other arguments go to the app: --user-data-dir=DIR.
import { ensureBuilt } from './app-build.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { exitWithNpm, runInForeground } from './foreground.mjs';
import { hasDisplay } from './paths.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { exitOnError, logStep, setUp } from './setup.mjs';

exitWithNpm();
const args = process.argv.slice(2);
const once = args.includes('--once');
const appArgs = args.filter((arg) => arg !== '--once');
const log = (line) => console.log(line);
const headless = !hasDisplay() || (once && process.platform === 'linux');

await exitOnError(() =>
  withSetupLock({ log: logStep }, async () => {
    await setUp({ forTests: false, headless: headless, log: logStep });
    await ensureBuilt({ log });
  }),
);
const runtime = await exitOnError(() => resolveRuntime());
if (!headless) {
  const env = { ...process.env, ...runtime.env };
  // The terminals of some editors set this, and it would turn Electron into plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  process.exitCode = await runInForeground(runtime.executable, [...runtime.args, ...appArgs], env);
} else {
  const { startHeadless } = await import('./headless-start.mjs');
  process.exitCode = await startHeadless({ runtime, args: appArgs, once, log });
}
