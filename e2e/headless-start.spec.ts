import { temporaryDir } from '../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { startHeadless } from '../build/setup/headless-start.mjs';
import { expect, test } from './test';

/** The output and exit code of `npm start -- --once` on a desktop with a keyring in this state. */
async function startOnce(keyring: 'unlocked' | 'locked' | 'absent') {
  const folder = temporaryDir();
  const said: string[] = [];
  const errors: string[] = [];
  try {
    const code = await startHeadless({
      runtime: await resolveRuntime(),
      args: [`--user-data-dir=${folder.dir}`],
      once: true,
      keyring,
      log: (line) => said.push(line),
      logError: (text) => errors.push(text),
    });
    return { code, said: said.join('\n'), errors: errors.join('\n') };
  } finally {
    folder.remove();
  }
}

test('npm start -- --once succeeds when the session is shown and the keychain works', async () => {
  const { code, said, errors } = await startOnce('unlocked');
  expect([code, errors]).toEqual([0, '']);
  expect(said).toContain('a sample session is on screen; screenshot: ');
  expect(said).toContain('the keychain keeps the key of the history');
});

for (const [keyring, reason] of [
  ['absent', /of no use \(absent\): .*org\.freedesktop\.secrets was not provided/],
  ['locked', /of no use \(locked\): Cannot create an item in a locked collection/],
] as const) {
  test(`npm start -- --once fails with the reason when the keychain is ${keyring}`, async () => {
    const { code, errors } = await startOnce(keyring);
    expect(code).toBe(1);
    expect(errors).toMatch(reason);
  });
}
