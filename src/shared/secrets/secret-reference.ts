const PREFIX = 'kept-secret:';
const REFERENCE = /^kept-secret:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Stands for the value of a secret header that main keeps (in the keychain, or in memory for this run) and fills in
 * when the request is sent: the window never gets it back.
 * @param id UUID of the secret.
 */
export function secretReference(id: string): string {
  return PREFIX + id;
}

/** The id of the secret that a value refers to; null for any other value. */
export function secretIdOf(value: string): string | null {
  return REFERENCE.exec(value)?.[1] ?? null;
}
