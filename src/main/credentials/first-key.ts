import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { isTaken } from '../files/file-errors';
import type { IndexedSecretStore } from './indexed-secret-store';

/** The keychain account of the database's key. */
export const DATABASE_KEY = 'database-key';
/** Pause in ms before checking again whether another process has made the key. */
const PAUSE_MS = 20;
const WAIT_MS = 5_000;

export interface KeyPlace {
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set'>;
  /** The key's account in the keychain. */
  readonly account: string;
  /** Path of the file that the key is for; a marker file beside it shows that a first key is being made. */
  readonly path: string;
  /** How long another process may take to do that, in ms. Default: `WAIT_MS`. */
  readonly waitMs?: number;
}

/** The key in the keychain; null if there is none. Rejects with a `KeychainError`. */
export async function knownKey({
  secretStore,
  account,
}: Pick<KeyPlace, 'secretStore' | 'account'>): Promise<string | null> {
  const known = await secretStore.get(account);
  return known !== null && /^[0-9a-f]{64}$/.test(known) ? known : null;
}

/**
 * Makes a new key and puts it into the keychain. If several processes start for the first time at once, only one
 * makes it: the keychain keeps the last key written, and a file with another key would be set aside with everything
 * in it. Rejects with a `KeychainError`.
 */
export async function firstKey(place: KeyPlace): Promise<string> {
  const waitMs = place.waitMs ?? WAIT_MS;
  const signs = [`${place.path}.first-key`];
  let waitsUntil = performance.now() + waitMs;
  // If no marker can be written, as on a full disk, no other process can create the file either.
  for (let sign = signs[0]; sign !== undefined && !(await putSign(sign)); sign = signs.at(-1)) {
    await setTimeout(PAUSE_MS);
    const made = await knownKey(place);
    if (made !== null) return made;
    if (performance.now() < waitsUntil) continue;
    // A process that was killed leaves its marker behind. Of those that waited for it, the one that writes the next
    // marker makes the key.
    signs.push(`${place.path}.first-key-${signs.length + 1}`);
    waitsUntil = performance.now() + waitMs;
  }
  try {
    // Another process may have made the key between the check and the marker.
    const made = await knownKey(place);
    if (made !== null) return made;
    const key = randomBytes(32).toString('hex');
    await place.secretStore.set(place.account, key);
    return key;
  } finally {
    // The last marker first, so that whoever finds the earlier ones gone also finds the key.
    for (const sign of [...signs].reverse()) await rm(sign, { force: true }).catch(() => undefined);
  }
}

/** False if the marker already exists. */
async function putSign(sign: string): Promise<boolean> {
  try {
    await (await open(sign, 'wx', 0o600)).close();
    return true;
  } catch (error) {
    return !isTaken(error);
  }
}
