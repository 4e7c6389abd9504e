import type { KeychainTrouble } from '@shared/profiles/credential';

/** There is no service at all. Texts from GIO, libsecret and the loader of native modules. */
const ABSENT = [
  /Cannot autolaunch D-Bus/i,
  /was not provided by any \.service files/i,
  /ServiceUnknown/,
  /Cannot spawn a message bus/i,
  /Could not connect: /i,
  /Error spawning command line/i,
  /Spawn\.(?:ExecFailed|ChildExited|ServiceNotFound)/,
];

/** The service, or the person, refused access. */
const LOCKED = [
  /locked collection/i,
  /collection is locked/i,
  // The GNOME service has no keyring yet, and nobody is there to choose its password.
  /Object does not exist at path .*\/collection\//i,
  /prompt (?:was )?dismissed/i,
  /IsLocked/,
  // macOS: errSecInteractionNotAllowed, errSecUserCanceled, errSecAuthFailed.
  /User interaction is not allowed/i,
  /user (?:name or passphrase you entered is not correct|cancel{1,2}ed)/i,
];

/** The service answered before and is gone now; a new connection may find another one. */
const GONE = [
  /The name :\d+\.\d+ was not provided/i,
  /session wrapping the secret does not exist/i,
  /No such secret session/i,
  /The connection is closed/i,
  /disconnected from message bus|Message recipient disconnected|NoReply/i,
];

export function classifyKeychainError(detail: string): KeychainTrouble {
  if (matches(detail, LOCKED)) return 'locked';
  return matches(detail, ABSENT) ? 'absent' : 'failed';
}

/**
 * True if the keychain's service went away during a connection. libsecret holds on to the dead connection for the
 * lifetime of its process, so only a new process can ask again.
 */
export function isConnectionLost(detail: string): boolean {
  return matches(detail, GONE);
}

function matches(text: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(text));
}
