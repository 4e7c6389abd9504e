import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDesktopSession, startKeyringSession, temporaryDir } from './desktop-session.mjs';
import { repoRoot } from './paths.mjs';

/** Runs a line that uses keytar in a Node inside the session; returns what it prints, or the error's message. */
function keytar(session, line) {
  const code = `(async () => { const keytar = require('keytar'); ${line} })().catch((error) => console.log(error.message))`;
  const child = spawnSync(process.execPath, ['-e', code], {
    cwd: repoRoot,
    env: session.env,
    encoding: 'utf8',
  });
  return child.stdout.trim();
}
const store = (session, secret) =>
  keytar(session, `await keytar.setPassword('test', 'account', '${secret}'); console.log('stored')`);
const read = (session) => keytar(session, `console.log(await keytar.getPassword('test', 'account'))`);

/** The processes, of any parent, whose environment names this home. */
function processesOf(home) {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
    } catch {
      // The process has ended meanwhile, or belongs to another user.
      return false;
    }
  });
}

describe.runIf(process.platform === 'linux')('a separate desktop session', () => {
  let home;
  let session;
  beforeEach(() => (home = temporaryDir()));
  afterEach(async () => {
    await session?.stop();
    session = undefined;
    home.remove();
  });

  it('stores secrets in its own home while unlocked', async () => {
    session = await startKeyringSession({ home: home.dir, keyring: 'unlocked' });
    expect(store(session, 'one')).toBe('stored');
    expect(read(session)).toBe('one');
    expect(existsSync(join(home.dir, '.local/share/keyrings/login.keyring'))).toBe(true);
    expect(session.env.HOME).toBe(home.dir);
  });

  it('refuses to store while locked, and has its earlier secret after unlocking', async () => {
    session = await startKeyringSession({ home: home.dir, keyring: 'unlocked' });
    store(session, 'kept');
    await session.setKeyring('locked');
    expect(store(session, 'two')).toBe('Cannot create an item in a locked collection');
    await session.setKeyring('unlocked');
    expect(read(session)).toBe('kept');
  });

  it('keeps secrets for a later session in the same home', async () => {
    session = await startKeyringSession({ home: home.dir, keyring: 'unlocked' });
    store(session, 'kept');
    await session.stop();
    session = await startKeyringSession({ home: home.dir, keyring: 'unlocked' });
    expect(read(session)).toBe('kept');
  });

  it('has no keyring if it is to be absent', async () => {
    session = await startKeyringSession({ home: home.dir, keyring: 'absent' });
    expect(store(session, 'one')).toMatch(/org\.freedesktop\.secrets was not provided/);
  });

  it('has a private cookie for its display, and leaves no processes or files', async () => {
    session = await startDesktopSession({ home: home.dir, display: true, keyring: 'locked' });
    const { DISPLAY, XAUTHORITY, XDG_RUNTIME_DIR } = session.env;
    expect(DISPLAY).toMatch(/^:\d+$/);
    expect(statSync(XAUTHORITY).mode & 0o077).toBe(0);
    expect(processesOf(home.dir).length).toBeGreaterThanOrEqual(2);
    await session.stop();
    session = undefined;
    expect(processesOf(home.dir)).toEqual([]);
    expect([existsSync(XDG_RUNTIME_DIR), existsSync(XAUTHORITY)]).toEqual([false, false]);
    expect(existsSync(`/tmp/.X11-unix/X${DISPLAY.slice(1)}`)).toBe(false);
  });
});
