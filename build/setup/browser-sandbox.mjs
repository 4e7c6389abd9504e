// Chromium's own sandbox on Linux needs user namespaces, or a helper owned by root.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from './child-process.mjs';
import { readStamp, writeStamp } from './stamps.mjs';

/**
 * Tries what Chromium will do: create a user namespace. A distribution may forbid it, as Ubuntu 24.04 does through
 * AppArmor.
 */
function userNamespacesWork() {
  const tried = spawnSync('unshare', ['--user', '--map-root-user', 'true'], { stdio: 'ignore' });
  // Without the unshare program there is no way to tell; Chromium will report the problem itself.
  return tried.error !== undefined || tried.status === 0;
}

function helperIsSetUp(helper) {
  const stat = statSync(helper, { throwIfNoEntry: false });
  return stat !== undefined && stat.uid === 0 && (stat.mode & 0o4000) !== 0;
}

/** Throws, with the commands to type, if Chromium's sandbox cannot start here. Root runs without the sandbox. */
export function requireBrowserSandbox({ executable, args }) {
  if (process.platform !== 'linux' || args.includes('--no-sandbox')) return;
  if (readStamp('browser-sandbox')?.works === executable) return;
  const helper = join(dirname(executable), 'chrome-sandbox');
  if (!helperIsSetUp(helper) && !userNamespacesWork()) {
    throw new SetupError(
      `This system forbids user namespaces to programs it does not know, and Chromium's sandbox needs them or a helper that belongs to root. Type this, then try again:\n\n  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'\n`,
    );
  }
  writeStamp('browser-sandbox', { works: executable });
}
