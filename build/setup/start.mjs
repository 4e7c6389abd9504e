// npm start: the built app in a window; on a machine without a display, a demonstration of it on a virtual one.
//   --once    end after the demonstration's screenshot (on Linux; a display that is there is then left alone)
// Other arguments go to the app: --user-data-dir=DIR.
import { ensureBuilt } from './app-build.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { endWithNpm, runInForeground } from './foreground.mjs';
import { hasDisplay } from './paths.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { orExplain, sayStep, setUp } from './setup.mjs';

endWithNpm();
const args = process.argv.slice(2);
const once = args.includes('--once');
const appArgs = args.filter((arg) => arg !== '--once');
const say = (line) => console.log(line);
const demonstrates = !hasDisplay() || (once && process.platform === 'linux');

await orExplain(() =>
  withSetupLock({ say: sayStep }, async () => {
    await setUp({ forTests: false, headless: demonstrates, say: sayStep });
    await ensureBuilt({ say });
  }),
);
const runtime = await orExplain(() => resolveRuntime());
if (!demonstrates) {
  const env = { ...process.env, ...runtime.env };
  // Set in the terminals of some editors, it would make Electron a plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  process.exitCode = await runInForeground(runtime.executable, [...runtime.args, ...appArgs], env);
} else {
  const { demonstrate } = await import('./headless-start.mjs');
  process.exitCode = await demonstrate({ runtime, args: appArgs, once, say });
}
