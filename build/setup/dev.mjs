// npm run dev: the app with hot reload, on the same runtime as everywhere else.
import { join } from 'node:path';
import { invalidateBuild } from './app-build.mjs';
import { startDesktopSession, temporaryDir } from './desktop-session.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { exitWithNpm, runInForeground } from './foreground.mjs';
import { hasDisplay, repoRoot } from './paths.mjs';
import { exitOnError } from './setup.mjs';

/** The desktop to run on: the person's own, or one made for this run. */
async function desktop() {
  if (hasDisplay()) return { env: process.env, leave: async () => {} };
  const home = temporaryDir();
  const session = await startDesktopSession({ home: home.dir, display: true, keyring: 'unlocked' });
  const { DISPLAY, XAUTHORITY } = session.env;
  console.log(`no display: the app runs on a virtual one (DISPLAY=${DISPLAY} XAUTHORITY=${XAUTHORITY})`);
  const leave = async () => {
    await session.stop();
    home.remove();
  };
  return { env: session.env, leave };
}

exitWithNpm();
const runtime = await exitOnError(() => resolveRuntime());
const { env: desktopEnv, leave } = await exitOnError(desktop);
const env = {
  ...desktopEnv,
  ...runtime.env,
  ELECTRON_EXEC_PATH: runtime.executable,
  // electron-vite's variable for --no-sandbox.
  ...(runtime.args.includes('--no-sandbox') ? { NO_SANDBOX: '1' } : {}),
};
delete env.ELECTRON_RUN_AS_NODE;
const cli = join(repoRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
// Hot reload builds into the same folder, and npm start must not use such a build.
invalidateBuild();
try {
  process.exitCode = await runInForeground(
    process.execPath,
    [cli, 'dev', '--watch', ...process.argv.slice(2)],
    env,
  );
} finally {
  await leave();
}
