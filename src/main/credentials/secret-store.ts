import type { KeychainFailure, KeychainTrouble } from '@shared/profiles/credential';

/**
 * Secrets by account name. A secret is one line of text without control characters, because some keychains lose
 * everything otherwise. Every function rejects with a `KeychainError` if the keychain cannot be used, and never
 * answers "nothing there" for one that is merely locked.
 */
export interface SecretStore {
  /** Null if there is no such secret. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** Resolves even if there was none. */
  delete(account: string): Promise<void>;
}

export class KeychainError extends Error implements KeychainFailure {
  constructor(
    readonly trouble: KeychainTrouble,
    /** The raw text from the operating system; never a secret. */
    readonly detail: string,
  ) {
    super(`keychain ${trouble}: ${detail}`);
    this.name = 'KeychainError';
  }
}

/** Throws if the text must not go into a keychain. */
export function assertOneLine(secret: string): void {
  if (/[\p{Cc}\u2028\u2029]/u.test(secret) || secret === '') {
    throw new KeychainError('failed', 'A secret has to be one line of text.');
  }
}
