import { createHash } from 'node:crypto';

const SERVICE = 'payments-api-explorer';

/**
 * The name under which the OS keychain keeps our entries. A copy of the app with a data folder of its own gets a name of
 * its own, from the folder's path, so that two copies side by side neither share nor destroy each other's secrets.
 * @param userDataDir absolute path, symbolic links resolved.
 * @param ownFolder true when the folder was given with `--user-data-dir`.
 */
export function keychainService(userDataDir: string, ownFolder: boolean): string {
  if (!ownFolder) return SERVICE;
  return `${SERVICE}:${createHash('sha256').update(userDataDir).digest('hex').slice(0, 16)}`;
}
