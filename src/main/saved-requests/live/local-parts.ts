import { z } from 'zod';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { parseJson } from '@shared/json/parse-json';
import type { Database } from '../../database/database';
import { mapRows, rowsOf } from '../content-rows';

const secretsSchema = z.array(z.object({ name: z.string(), reference: z.string() }));
const row = z.object({
  id: z.string(),
  profile_id: z.string(),
  secrets: z.string(),
  family_id: z.string().nullable(),
});

/**
 * The part of a request in a folder on disk that only this computer has: files hold neither profiles nor secrets, nor what
 * was sent.
 */
export interface LocalPart {
  readonly profileId: string;
  /** One for each secret header, in their order; the reference of one without a value is empty. */
  readonly secrets: z.infer<typeof secretsSchema>;
  readonly familyId: string | undefined;
}

/** The parts stay when a file is gone, because a checkout may bring it back. */
export class LocalParts {
  constructor(private readonly database: Database) {}

  async of(folderId: string): Promise<ReadonlyMap<string, LocalPart>> {
    const rows = await this.database.query(
      {
        sql: 'SELECT id, profile_id, secrets, family_id FROM live_requests WHERE folder_id = ?',
        values: [folderId],
      },
      row,
    );
    return new Map(
      rows.map(({ id, profile_id: profileId, secrets, family_id: familyId }) => [
        id,
        { profileId, secrets: toSecrets(secrets), familyId: familyId ?? undefined },
      ]),
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
    const writing = requests.flatMap(({ id, profileId, familyId, ...asked }) => {
      const secrets = rowsOf(asked)
        .filter(({ secret }) => secret)
        .map(({ name, value }) => ({ name, reference: secretIdOf(value) === null ? '' : value }));
      const before = known.get(id);
      if (JSON.stringify(before) === JSON.stringify({ profileId, secrets, familyId })) return [];
      const wasSeen = secretFinder(before?.secrets ?? []);
      const seen = secrets.map(({ name, reference }) => {
        const there = wasSeen(name);
        return reference !== '' || (there !== undefined && there.reference !== '');
      });
      return {
        sql: PUT_PART,
        values: [id, folderId, profileId, JSON.stringify(secrets), JSON.stringify(seen), familyId ?? null],
        idempotent: true,
        movesAsWritten: seen.includes(true),
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
  return secretsSchema.safeParse(parseJson(text)).data ?? [];
}

/**
 * While the database works in memory only, this run cannot see the rows of its file. A secret that it has not seen is
 * empty in what it writes: once this is carried out in the file, such a one stays there, found by its name and its
 * place among those of that name.
 */
const PUT_PART = `
  INSERT INTO live_requests (id, folder_id, profile_id, secrets, family_id) VALUES (?1, ?2, ?3, ?4, ?6)
  ON CONFLICT (id) DO UPDATE SET folder_id = excluded.folder_id, profile_id = excluded.profile_id,
    family_id = excluded.family_id, secrets = (
    SELECT json_group_array(json_object('name', name, 'reference',
      CASE WHEN seen THEN reference ELSE coalesce(reference_in_file, '') END))
    FROM (
      SELECT written.name, written.reference, seen.value AS seen, there.reference AS reference_in_file
      FROM (${numbered('?4')}) AS written
        JOIN json_each(?5) AS seen ON seen.key = written.key
        LEFT JOIN (${numbered('live_requests.secrets')}) AS there
          ON there.lower_name = written.lower_name AND there.nth = written.nth
      ORDER BY written.key))`;

function numbered(secrets: string): string {
  return `SELECT key, value ->> 'name' AS name, lower(value ->> 'name') AS lower_name,
    value ->> 'reference' AS reference,
    row_number() OVER (PARTITION BY lower(value ->> 'name') ORDER BY key) AS nth FROM json_each(${secrets})`;
}

/** Gives the secrets of each name in their order, each once. */
function secretFinder(
  secrets: LocalPart['secrets'],
): (name: string) => LocalPart['secrets'][number] | undefined {
  const left = [...secrets];
  return (wanted) => {
    const at = left.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
    return at === -1 ? undefined : left.splice(at, 1)[0];
  };
}

/** The request with the part that only this computer knows. */
export async function withLocalPart(
  request: SavedRequest,
  part: LocalPart | undefined,
): Promise<SavedRequest> {
  if (part === undefined) return request;
  const find = secretFinder(part.secrets);
  const asked = await mapRows(request, async (one) => {
    if (!one.secret) return one;
    // One that is typed into the file on disk has its place among those of its name as well.
    const found = find(one.name);
    return one.value === '' ? { ...one, value: found?.reference ?? '' } : one;
  });
  return { ...request, ...asked, profileId: part.profileId, familyId: part.familyId };
}
