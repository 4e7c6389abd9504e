import { existsSync, mkdirSync, realpathSync } from 'node:fs';

export interface DataFolder {
  /** An absolute path without symbolic links. */
  readonly path: string;
  /** True if it is another one than the usual, and so has entries of its own in the keychain. */
  readonly own: boolean;
}

/**
 * Creates the folder if necessary. The usual one is the usual one also if somebody names it: with entries of its own
 * it would have no tokens and another key, and its history would be set aside.
 */
export function dataFolderAt(path: string, usual: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const real = realpathSync(path);
  return { path: real, own: !existsSync(usual) || realpathSync(usual) !== real };
}
