import { throwawayDir } from '../build/setup/desktop-session.mjs';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { demonstrate } from '../build/setup/headless-start.mjs';
import { expect, test } from './test';

/** What `npm start -- --once` says and ends with, on a desktop with this keyring. */
async function startOnce(keyring: 'unlocked' | 'locked' | 'absent') {
  const folder = throwawayDir();
  const said: string[] = [];
  const complaints: string[] = [];
  try {
    const code = await demonstrate({
      runtime: await resolveRuntime(),
      args: [`--user-data-dir=${folder.dir}`],
      once: true,
      keyring,
      say: (line) => said.push(line),
      complain: (text) => complaints.push(text),
    });
    return { code, said: said.join('\n'), complaints: complaints.join('\n') };
  } finally {
    folder.remove();
  }
}

test('npm start -- --once ends well when the session is on screen and the keychain serves', async () => {
  const { code, said, complaints } = await startOnce('unlocked');
  expect([code, complaints]).toEqual([0, '']);
  expect(said).toContain('a sample session is on screen; screenshot: ');
  expect(said).toContain('the keychain keeps the key of the history');
});

for (const [keyring, reason] of [
  ['absent', /of no use \(absent\): .*org\.freedesktop\.secrets was not provided/],
  ['locked', /of no use \(locked\): Cannot create an item in a locked collection/],
] as const) {
  test(`npm start -- --once fails with the reason when the keychain is ${keyring}`, async () => {
    const { code, complaints } = await startOnce(keyring);
    expect(code).toBe(1);
    expect(complaints).toMatch(reason);
  });
}
