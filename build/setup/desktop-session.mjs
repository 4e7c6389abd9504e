// A separate desktop on Linux: a virtual display, a D-Bus session and a keyring, all in a throwaway home. Nothing of
// the person's own desktop can be reached from it: no keyring, no bus, no configuration, no cache.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDaemon, temporaryDir, waitUntilReady } from './daemons.mjs';

export { temporaryDir };

const SECRETS = 'org.freedesktop.secrets';

/** Variables that would lead a program back to the person's own desktop. */
const DESKTOP_VARIABLES = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'DBUS_STARTER_ADDRESS',
  'GNOME_KEYRING_CONTROL',
  'SSH_AUTH_SOCK',
  'XDG_SESSION_ID',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'ELECTRON_RUN_AS_NODE',
];

/** This process's environment without what leads to the person's desktop, and with the additions. */
function isolatedEnv(additions) {
  const kept = Object.entries(process.env).filter(([name]) => !DESKTOP_VARIABLES.includes(name));
  return { ...Object.fromEntries(kept), ...additions };
}

/**
 * Writes an Xauthority file with one cookie that is valid for any display number, as the number is unknown until the
 * server runs.
 */
function writeXauthority(file) {
  const field = (bytes) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const FAMILY_WILD = Buffer.from([0xff, 0xff]);
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1'].map((text) => field(Buffer.from(text)));
  writeFileSync(file, Buffer.concat([FAMILY_WILD, ...fields, field(randomBytes(16))]), { mode: 0o600 });
}

/**
 * Starts a virtual display with a free number.
 * @param {{ width?: number, height?: number }} [size] in pixels
 */
export async function startVirtualDisplay({ width = 1600, height = 1000 } = {}) {
  const { dir, remove } = temporaryDir();
  const cookie = join(dir, 'Xauthority');
  const logFile = join(dir, 'Xvfb.log');
  writeXauthority(cookie);
  const screen = ['-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset', '-auth', cookie];
  const daemon = startDaemon('Xvfb', ['-displayfd', '3', ...screen], {
    env: process.env,
    stdio: ['ignore', 'log', 'log', 'pipe'],
    logFile,
  });
  let announced = '';
  daemon.child.stdio[3].setEncoding('utf8').on('data', (text) => (announced += text));
  await waitUntilReady(daemon, () => announced.endsWith('\n'), {
    what: 'The virtual display (Xvfb)',
    logFile,
  });
  return {
    env: { DISPLAY: `:${announced.trim()}`, XAUTHORITY: cookie },
    async stop() {
      await daemon.stop();
      remove();
    },
  };
}

/** A bus that starts no services on its own: what is absent stays absent. */
const busConfig = (
  socket,
) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

function secretServiceRuns(env) {
  const ask = [
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
  ];
  const { stdout } = spawnSync('dbus-send', [...ask, `string:${SECRETS}`], { env, encoding: 'utf8' });
  return stdout.includes('true');
}

function homeEnv(home, runtime) {
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: runtime,
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/**
 * Starts a D-Bus session with a keyring in the given state, in a separate home. The caller creates and deletes this
 * folder; two sessions one after another in the same home share the keyring file, as after logging in again.
 * @param {{ home: string, keyring: 'unlocked' | 'locked' | 'absent', extraEnv?: Record<string, string> }} options
 */
export async function startKeyringSession({ home, keyring, extraEnv = {} }) {
  // Not inside `home`, whose path may be too long for sockets.
  const { dir: runtime, remove } = temporaryDir();
  const socket = join(runtime, 'bus');
  const config = join(runtime, 'bus.conf');
  const logFile = join(runtime, 'session.log');
  writeFileSync(config, busConfig(socket));
  const env = isolatedEnv({
    ...homeEnv(home, runtime),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
    // Otherwise GTK would look for the accessibility bus, which does not exist.
    NO_AT_BRIDGE: '1',
    ...extraEnv,
  });
  const bus = startDaemon(
    'dbus-daemon',
    ['--nofork', '--nopidfile', `--config-file=${config}`, '--print-address=3'],
    {
      env,
      stdio: ['ignore', 'log', 'log', 'pipe'],
      logFile,
    },
  );
  let address = '';
  bus.child.stdio[3].setEncoding('utf8').on('data', (text) => (address += text));
  await waitUntilReady(bus, () => address.endsWith('\n'), {
    what: 'The D-Bus session (dbus-daemon)',
    logFile,
  });

  let daemon;
  const startKeyring = async (args, password) => {
    const all = ['--foreground', '--components=secrets', ...args];
    daemon = startDaemon('gnome-keyring-daemon', all, { env, stdio: ['pipe', 'log', 'log'], logFile });
    daemon.child.stdin.on('error', () => {}).end(password);
    await waitUntilReady(daemon, () => secretServiceRuns(env), {
      what: 'The keyring (gnome-keyring-daemon)',
      logFile,
    });
  };
  const stopKeyring = async () => {
    await daemon?.stop();
    daemon = undefined;
  };
  const password = keyringPassword(home);
  const setKeyring = async (state) => {
    await stopKeyring();
    // The first unlocking creates the keyring; a daemon that is not given the password then finds it locked.
    if (state !== 'absent') await startKeyring(['--unlock'], password);
    if (state !== 'locked') return;
    await stopKeyring();
    await startKeyring([], '');
  };
  const stop = async () => {
    await stopKeyring();
    await bus.stop();
    remove();
  };
  try {
    await setKeyring(keyring);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, home, setKeyring, stop };
}

/** The throwaway password of the keyring in this home, kept beside it so that a later session can unlock it. */
function keyringPassword(home) {
  const file = join(home, '.throwaway-keyring-password');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const password = randomBytes(12).toString('hex');
    writeFileSync(file, password, { mode: 0o600 });
    return password;
  }
}

/**
 * Both together: a keyring session and, if requested, a virtual display to go with it.
 * @param {{ home: string, display: boolean, keyring: 'unlocked' | 'locked' | 'absent' }} options
 */
export async function startDesktopSession({ home, display, keyring }) {
  const screen = display ? await startVirtualDisplay() : undefined;
  try {
    const session = await startKeyringSession({ home, keyring, extraEnv: screen?.env });
    const stop = async () => {
      await session.stop();
      await screen?.stop();
    };
    return { ...session, stop };
  } catch (error) {
    await screen?.stop();
    throw error;
  }
}
