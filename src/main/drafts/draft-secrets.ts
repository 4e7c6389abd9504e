import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { DraftHeader, DraftFields } from '@shared/vault-forward/draft';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import type { SecretReferences } from '../secrets/references';

/**
 * A kept draft for the window: each secret header's value is replaced by a reference. When the window returns the
 * draft, it is written with the values again (`revealSecrets`), which are in the encrypted database on disk.
 */
export function hideSecrets(fields: DraftFields, references: SecretReferences): DraftFields {
  return onHeaders(fields, (header) => hideSecret(header, references));
}

/** The draft as it is written to disk. References to values kept by the history or the keychain stay as they are. */
export function revealSecrets(fields: DraftFields, references: SecretReferences): DraftFields {
  return onHeaders(fields, (header) => revealSecret(header, references));
}

/** `hideSecrets` for one header. */
export function hideSecret(header: DraftHeader, references: Pick<SecretReferences, 'hold'>): DraftHeader {
  const secret = header.secret || isSecretHeaderName(header.name);
  if (!secret || header.value === '' || secretIdOf(header.value) !== null) return header;
  return { ...header, secret: true, value: secretReference(references.hold(header.value)) };
}

/** `revealSecrets` for one header. */
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
