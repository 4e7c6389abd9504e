import { z } from 'zod';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf } from '@shared/secrets/secret-reference';
import type { Database } from '../../database/database';
import { mapRows, rowsOf } from '../content-rows';

const secretsSchema = z.array(z.object({ name: z.string(), reference: z.string() }));
const row = z.object({ id: z.string(), profile_id: z.string(), secrets: z.string() });

/** The part of a request in a folder on disk that only this computer has: files hold neither profiles nor secrets. */
export interface LocalPart {
  readonly profileId: string;
  /** References by the names of their headers, in the order of the headers. */
  readonly secrets: z.infer<typeof secretsSchema>;
}

/** The parts stay when a file is gone, because a checkout may bring it back. */
export class LocalParts {
  constructor(private readonly database: Database) {}

  async of(folderId: string): Promise<ReadonlyMap<string, LocalPart>> {
    const rows = await this.database.query(
      { sql: 'SELECT id, profile_id, secrets FROM live_requests WHERE folder_id = ?', values: [folderId] },
      row,
    );
    return new Map(
      rows.map(({ id, profile_id: profileId, secrets }) => [id, { profileId, secrets: toSecrets(secrets) }]),
    );
  }

  /**
   * Keeps all of them or none.
   * @param known what is kept of them so far.
   */
  async keep(
    folderId: string,
    requests: readonly SavedRequest[],
    known: ReadonlyMap<string, LocalPart>,
  ): Promise<void> {
    const writing = requests.flatMap(({ id, profileId, ...asked }) => {
      const rows = rowsOf(asked).filter(({ secret }) => secret);
      const secrets = rows.flatMap(({ name, value }) =>
        secretIdOf(value) === null ? [] : [{ name, reference: value }],
      );
      if (JSON.stringify(known.get(id)) === JSON.stringify({ profileId, secrets })) return [];
      return {
        sql: 'INSERT OR REPLACE INTO live_requests (id, folder_id, profile_id, secrets) VALUES (?, ?, ?, ?)',
        values: [id, folderId, profileId, JSON.stringify(secrets)],
        idempotent: true,
        // While the database works in memory only, this run cannot see the rows of its file, so a part that lacks a
        // secret must not replace one there.
        movesAsWritten: secrets.length > 0 && secrets.length === rows.length,
      };
    });
    if (writing.length > 0) await this.database.transaction(writing);
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.database.transaction(
      ids.map((id) => ({
        sql: 'DELETE FROM live_requests WHERE id = ?',
        values: [id],
        idempotent: true,
      })),
    );
  }

  /** Returns the ids of the secrets that nothing refers to now. */
  async forgetFolder(folderId: string): Promise<string[]> {
    const parts = await this.of(folderId);
    await this.forget([...parts.keys()]);
    return [...parts.values()].flatMap(({ secrets }) =>
      secrets.flatMap(({ reference }) => secretIdOf(reference) ?? []),
    );
  }
}

function toSecrets(text: string): LocalPart['secrets'] {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** The request with the part that only this computer knows. */
export async function withLocalPart(
  request: SavedRequest,
  part: LocalPart | undefined,
): Promise<SavedRequest> {
  if (part === undefined) return request;
  const left = [...part.secrets];
  const asked = await mapRows(request, async (one) => {
    if (!one.secret || one.value !== '') return one;
    const at = left.findIndex(({ name }) => name.toLowerCase() === one.name.toLowerCase());
    const [found] = at === -1 ? [] : left.splice(at, 1);
    return found === undefined ? one : { ...one, value: found.reference };
  });
  return { ...request, ...asked, profileId: part.profileId };
}
