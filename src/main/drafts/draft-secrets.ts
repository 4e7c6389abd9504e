import { randomUUID } from 'node:crypto';
import { isSecretHeaderName } from '../../shared/secret-headers';
import type { DraftHeader } from '../../shared/vault-forward/draft';
import type { DraftFields } from '../../shared/vault-forward/draft';
import { secretIdOf, secretReference } from '../../shared/vault-forward/secret-reference';

/**
 * Keeps the values of secret headers from going back into the window with a kept draft: the window gets a reference in
 * each one's place, and what it gives back is written with the value. In memory; on the disk values lie in the encrypted
 * database.
 */
export class DraftSecrets {
  private readonly values = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  /** For the window. */
  hide(fields: DraftFields): DraftFields {
    return onHeaders(fields, (header) => {
      const secret = header.secret || isSecretHeaderName(header.name);
      if (!secret || header.value === '' || secretIdOf(header.value) !== null) return header;
      return { ...header, secret: true, value: secretReference(this.idOf(header.value)) };
    });
  }

  /** For the disk. References to what the history or the keychain keeps stay what they are. */
  reveal(fields: DraftFields): DraftFields {
    return onHeaders(fields, (header) => {
      const id = secretIdOf(header.value);
      const value = id === null ? null : this.read(id);
      return value === null ? header : { ...header, value };
    });
  }

  /** Null when it is none of a draft that was opened in this run. */
  read(id: string): string | null {
    return this.values.get(id) ?? null;
  }

  private idOf(value: string): string {
    const known = this.ids.get(value);
    if (known !== undefined) return known;
    const id = randomUUID();
    this.ids.set(value, id);
    this.values.set(id, value);
    return id;
  }
}

function onHeaders(fields: DraftFields, change: (header: DraftHeader) => DraftHeader): DraftFields {
  return {
    ...fields,
    headers: fields.headers.map(change),
    serviceHeaders: fields.serviceHeaders.map(change),
  };
}
