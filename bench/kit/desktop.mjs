// What every window measurement needs: the built app, the runtime, a separate display and keyring, and the two ways to
// start an app there: on its own, or controlled by Playwright.
import { _electron } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../build/setup/app-build.mjs';
import { startDesktopSession } from '../../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../../build/setup/electron-runtime.mjs';
import { repoRoot } from '../../build/setup/paths.mjs';
import { devtoolsPipe } from './devtools-pipe.mjs';

/** The app, and the minimal desktop client (bench/window/app): a bare window, or the floor if it is given a service. */
export const APP = repoRoot;
export const LEAST = fileURLToPath(new URL('../window/app', import.meta.url));

const said = (line) => console.error(line);

/** @param {{ keyring?: 'unlocked' | 'absent' }} [options] */
export async function openDesktop({ keyring = 'unlocked' } = {}) {
  await ensureBuilt({ log: said, stdout: 'stderr' });
  const runtime = await resolveRuntime({ log: said });
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const session = await startDesktopSession({ home, display: true, keyring });
  const open = new Set();

  /** The runtime's arguments and variables name the built app; this substitutes another app. */
  function startOf(app, userData, env) {
    const there = (text) => (text === repoRoot ? app : text);
    const told = Object.entries(runtime.env).map(([name, value]) => [name, there(value)]);
    return {
      args: [...runtime.args.map(there), `--user-data-dir=${join(folder, userData)}`],
      env: { ...session.env, ...Object.fromEntries(told), ...env },
    };
  }

  return {
    folder,
    version: runtime.version,

    /** Starts an app as a person does; the page runs the script before its own. */
    async start(app, userData, script = '', added = {}) {
      const { args, env } = startOf(app, userData, added);
      const started = Date.now();
      const child = spawn(runtime.executable, [...args, '--remote-debugging-pipe'], {
        env,
        stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const close = async () => {
        child.kill('SIGTERM');
        await ended;
        open.delete(close);
      };
      open.add(close);
      const page = await devtoolsPipe(child).firstPage(script);
      return { pid: child.pid, started, page, close };
    },

    /** Starts an app that Playwright controls. */
    async launch(app, userData, env = {}) {
      const running = await _electron.launch({
        executablePath: runtime.executable,
        ...startOf(app, userData, env),
        chromiumSandbox: true,
      });
      const close = async () => {
        await running.close();
        open.delete(close);
      };
      open.add(close);
      const page = await running.firstWindow();
      return { pid: running.process().pid, page, main: running, close };
    },

    /** Also ends whatever a failure left open. */
    async stop() {
      await Promise.allSettled([...open].map((close) => close()));
      await session.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
