import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';

/** The account of the database's key in the keychain. */
const ACCOUNT = 'database-key';
/** Another process is asked again after so many ms whether it has made the key. */
const PAUSE_MS = 20;

export interface KeyPlace {
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set'>;
  /** Path of the database file, beside which it shows that a first key is being made. */
  readonly path: string;
  /** So long another process may take for that, in ms. */
  readonly waitMs: number;
}

/** The key in the keychain; null when there is none. Rejects with a `KeychainError`. */
export async function knownKey({ secretStore }: Pick<KeyPlace, 'secretStore'>): Promise<string | null> {
  const known = await secretStore.get(ACCOUNT);
  return known !== null && /^[0-9a-f]{64}$/.test(known) ? known : null;
}

/**
 * A new key, in the keychain. Of several processes that start for the first time at once one makes it: the keychain keeps what was
 * written last, and the file of another key would be set aside with all that is in it. Rejects with a `KeychainError`.
 */
export async function firstKey(place: KeyPlace): Promise<string> {
  const signs = [`${place.path}.first-key`];
  let waitsUntil = performance.now() + place.waitMs;
  // Where none can be put, as on a full disk, nobody else makes a file either.
  for (let sign = signs[0]; sign !== undefined && !(await putSign(sign)); sign = signs.at(-1)) {
    await setTimeout(PAUSE_MS);
    const made = await knownKey(place);
    if (made !== null) return made;
    if (performance.now() < waitsUntil) continue;
    // One that was killed leaves its sign: of those who have waited for it, the one who puts the next makes the key.
    signs.push(`${place.path}.first-key-${signs.length + 1}`);
    waitsUntil = performance.now() + place.waitMs;
  }
  try {
    // Made between the question and the sign.
    const made = await knownKey(place);
    if (made !== null) return made;
    const key = randomBytes(32).toString('hex');
    await place.secretStore.set(ACCOUNT, key);
    return key;
  } finally {
    // The last first: whoever finds the others gone finds the key as well.
    for (const sign of [...signs].reverse()) await rm(sign, { force: true }).catch(() => undefined);
  }
}

/** False where another one is there. */
async function putSign(sign: string): Promise<boolean> {
  try {
    await (await open(sign, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EEXIST');
  }
}
