// What npm start does on a Linux machine without a display: runs the real app on a virtual display, with its own D-Bus
// session and keyring, opens a sample session and keeps it in the history; a screenshot shows the result.
import { once as nextEvent } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { _electron } from '@playwright/test';
import { startDesktopSession, temporaryDir } from './desktop-session.mjs';
import { outDir } from './paths.mjs';

const screenshot = join(outDir, 'screenshots', 'start.png');

/** How many characters of the app's own output are kept in case it fails. */
const REMEMBERED = 4000;
const SHOWN = Symbol('shown');

/** Looks up the sample session that the app offers, and waits until it is on screen. */
async function openSampleSession(window) {
  await window.getByRole('button', { name: 'Look up a sample session', exact: true }).click();
  await window.getByRole('tab', { name: 'Overview', exact: true }).waitFor();
  // Waits until the fonts have loaded and a frame has been painted with them.
  await window.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
}

/**
 * Throws if the keychain does not keep the key of the app's database: on a desktop created for this run, that means
 * that the machine's set-up or the app is broken.
 */
async function requireKeychain(window) {
  const state = await window.evaluate(async () => {
    // Waits until the database is open, whether on disk or only in memory.
    await window.explorer.measureHistory();
    return (await window.explorer.describeStorage()).value;
  });
  if (state.kind !== 'open') throw new Error(`the keychain is of no use (${state.reason}): ${state.detail}`);
}

/** Resolves with the exit code when the person or the system asks this process to end. */
async function untilSignal() {
  const [signal] = await Promise.race(
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => nextEvent(process, name)),
  );
  return signal === 'SIGINT' ? 0 : 143;
}

/**
 * @param {{ runtime: import('./electron-runtime.mjs').Runtime, args: string[], once: boolean, log: (line: string) => void,
 *   keyring?: 'unlocked' | 'locked' | 'absent', logError?: (text: string) => void }} options
 * @returns {Promise<number>} the exit code
 */
export async function startHeadless({
  runtime,
  args,
  once,
  log,
  keyring = 'unlocked',
  logError = console.error,
}) {
  // Listens from the start, so that an interruption at any moment leads to the clean-up below, which ends the app
  // before its display.
  const interrupted = untilSignal();
  const home = temporaryDir();
  let session;
  let app;
  let output = '';
  const remember = (chunk) => (output = `${output}${chunk}`.slice(-REMEMBERED));
  try {
    log(
      'no display: starting the app on a virtual one, with a D-Bus session and a throwaway keyring of its own',
    );
    session = await startDesktopSession({ home: home.dir, display: true, keyring });
    app = await _electron.launch({
      executablePath: runtime.executable,
      args: [...runtime.args, ...args],
      env: { ...session.env, ...runtime.env },
      // Playwright would turn off Chromium's sandbox on every Linux; runtime.args says when that is really necessary.
      chromiumSandbox: true,
    });
    app.process().stdout.on('data', remember);
    app.process().stderr.on('data', remember);
    const ended = nextEvent(app.process(), 'exit').then(([code]) => code ?? 1);
    const shown = app.firstWindow().then(openAndShow);
    const early = await Promise.race([shown, interrupted, ended]);
    if (early !== SHOWN) return early;
    if (once) return 0;
    log('the app goes on running; Ctrl+C ends it');
    return await Promise.race([ended, interrupted]);
  } catch (error) {
    const said = output === '' ? '' : `\nWhat the app said last:\n${output}`;
    logError(
      `The app did not come as far as a session on screen and in its history: ${error.message}${said}`,
    );
    return 1;
  } finally {
    await app?.close().catch(() => {});
    await session?.stop();
    home.remove();
  }

  async function openAndShow(window) {
    await openSampleSession(window);
    mkdirSync(join(outDir, 'screenshots'), { recursive: true });
    await window.screenshot({ path: screenshot });
    log(`a sample session is on screen; screenshot: ${screenshot}`);
    await requireKeychain(window);
    log('the keychain keeps the key of the history');
    log('this is what a headless machine gets: with a display, npm start opens the window there');
    return SHOWN;
  }
}
