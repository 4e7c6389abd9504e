import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import type { SecretReferences } from '../../secrets/references';
import { mapRows } from '../content-rows';
import type { LiveFolderServices } from './live-contents';

/**
 * Secrets that somebody has typed into files: in memory while they are in a file, in the keychain once the app writes
 * that file.
 */
export function typedSecrets(
  references: Pick<SecretReferences, 'hold' | 'readHeld' | 'store' | 'known'>,
): Pick<LiveFolderServices, 'keepSecret' | 'storeTyped' | 'known'> {
  const typed = new Set<string>();
  return {
    known: () => references.known(),
    keepSecret: (value) => {
      const id = references.hold(value);
      typed.add(id);
      return id;
    },
    storeTyped: async (request): Promise<SavedRequest> => {
      const asked = await mapRows(request, async (row) => {
        const id = secretIdOf(row.value);
        const value = id !== null && typed.has(id) ? references.readHeld(id) : null;
        return value === null ? row : { ...row, value: secretReference(await references.store(value)) };
      });
      return { ...request, ...asked };
    },
  };
}
