import type { KeyringState } from './desktop-session.mjs';
import type { Runtime } from './electron-runtime.mjs';

/**
 * Starts the app on a desktop of its own, looks up a sample session and checks that the keychain works; resolves with
 * the exit code. `keyring` is for tests: the state of the desktop's keyring.
 */
export function startHeadless(options: {
  runtime: Runtime;
  args: readonly string[];
  once: boolean;
  log: (line: string) => void;
  keyring?: KeyringState;
  logError?: (text: string) => void;
}): Promise<number>;
