// npm run dev: the app with hot reload, on the same runtime as everywhere else.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startDesktopSession, throwawayDir } from './desktop-session.mjs';
import { resolveRuntime } from './electron-runtime.mjs';
import { hasDisplay, repoRoot } from './paths.mjs';
import { orExplain } from './setup.mjs';

const runtime = await orExplain(() => resolveRuntime());
const home = hasDisplay() ? undefined : throwawayDir();
const session =
  home &&
  (await orExplain(() => startDesktopSession({ home: home.dir, display: true, keyring: 'unlocked' })));
if (session) {
  console.log(
    `no display: the app runs on the virtual display ${session.env.DISPLAY} with a throwaway keyring`,
  );
}
const env = {
  ...(session?.env ?? process.env),
  ...runtime.env,
  ELECTRON_EXEC_PATH: runtime.executable,
  // electron-vite's own words for --no-sandbox.
  ...(runtime.args.includes('--no-sandbox') ? { NO_SANDBOX: '1' } : {}),
};
delete env.ELECTRON_RUN_AS_NODE;
const cli = join(repoRoot, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
const args = ['dev', '--watch', ...process.argv.slice(2)];
const child = spawn(process.execPath, [cli, ...args], { cwd: repoRoot, env, stdio: 'inherit' });
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', async (code) => {
  await session?.stop();
  home?.remove();
  process.exitCode = code ?? 1;
});
