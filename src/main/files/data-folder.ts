import { existsSync, mkdirSync, realpathSync } from 'node:fs';

export interface DataFolder {
  /** An absolute path without symbolic links. */
  readonly path: string;
  /** True if it is another one than the usual, and so has entries of its own in the keychain. */
  readonly own: boolean;
}

/**
 * Creates the folder if necessary. If that fails, the app works without it: each part that writes says what it cannot
 * keep. The usual one is the usual one also if somebody names it: with entries of its own it would have no tokens and
 * another key, and its history would be set aside.
 */
export function dataFolderAt(path: string, usual: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    return { path, own: path !== usual };
  }
  const real = realpathSync(path);
  return { path: real, own: !existsSync(usual) || realpathSync(usual) !== real };
}
