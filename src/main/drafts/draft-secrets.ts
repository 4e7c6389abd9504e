import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { DraftHeader } from '@shared/vault-forward/draft';
import type { DraftFields } from '@shared/vault-forward/draft';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import type { SecretReferences } from '../secrets/references';

/**
 * A kept draft for the window: a reference in the place of each secret header's value. What the window gives back is
 * written with the value (`revealSecrets`). On the disk values lie in the encrypted database.
 */
export function hideSecrets(fields: DraftFields, references: SecretReferences): DraftFields {
  return onHeaders(fields, (header) => hideSecret(header, references));
}

/** For the disk. References to what the history or the keychain keeps stay what they are. */
export function revealSecrets(fields: DraftFields, references: SecretReferences): DraftFields {
  return onHeaders(fields, (header) => revealSecret(header, references));
}

/** One header of `hideSecrets`. */
export function hideSecret(header: DraftHeader, references: Pick<SecretReferences, 'hold'>): DraftHeader {
  const secret = header.secret || isSecretHeaderName(header.name);
  if (!secret || header.value === '' || secretIdOf(header.value) !== null) return header;
  return { ...header, secret: true, value: secretReference(references.hold(header.value)) };
}

/** One header of `revealSecrets`. */
export function revealSecret(
  header: DraftHeader,
  references: Pick<SecretReferences, 'learn' | 'readHeld'>,
): DraftHeader {
  const id = secretIdOf(header.value);
  if (id === null) {
    if (header.secret || isSecretHeaderName(header.name)) references.learn(header.value);
    return header;
  }
  const value = references.readHeld(id);
  return value === null ? header : { ...header, value };
}

function onHeaders(fields: DraftFields, change: (header: DraftHeader) => DraftHeader): DraftFields {
  return {
    ...fields,
    headers: fields.headers.map(change),
    serviceHeaders: fields.serviceHeaders.map(change),
  };
}
