import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { parseJson } from '@shared/json/parse-json';
import type { Database, Statement } from '../database/database';
import { byPlace, type RemovedRequest, type RequestStore } from './request-store';
import { exampleSchema } from './saved-request-schemas';
import { askedSchema, keptExpectationsSchema } from './saved-versions';

const row = z.object({
  id: z.string(),
  folder: z.string(),
  name: z.string(),
  description: z.string(),
  profile_id: z.string(),
  call: z.string(),
  expectations: z.string(),
  place: z.number(),
  example: z.string().nullable(),
  family_id: z.string().nullable(),
});

const COLUMNS = 'id, folder, name, description, profile_id, call, expectations, place, example, family_id';

const AS_WRITTEN = { idempotent: true, movesAsWritten: true };

/** Saved requests in the encrypted database. */
export class SavedRequestStore implements RequestStore {
  constructor(private readonly database: Database) {}

  /** Requests that cannot be read are left out, and left as they are. */
  async all(): Promise<SavedRequest[]> {
    const rows = await this.database.query({ sql: `SELECT ${COLUMNS} FROM saved_requests` }, row);
    return rows.flatMap(toRequest).sort(byPlace);
  }

  async find(id: string): Promise<SavedRequest | null> {
    const rows = await this.database.query(
      { sql: `SELECT ${COLUMNS} FROM saved_requests WHERE id = ?`, values: [id] },
      row,
    );
    return rows.flatMap(toRequest)[0] ?? null;
  }

  async put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest> {
    const saved: SavedRequest = { ...request, id: request.id ?? randomUUID() };
    await this.database.execute(this.writing(saved));
    return saved;
  }

  async ids(): Promise<string[]> {
    const rows = await this.database.query(
      { sql: 'SELECT id FROM saved_requests' },
      z.object({ id: z.string() }),
    );
    return rows.map(({ id }) => id);
  }

  /** Saves all of them or none. */
  async putAll(requests: readonly SavedRequest[]): Promise<void> {
    await this.database.transaction(requests.map((request) => this.writing(request)));
  }

  async remove(requests: readonly RemovedRequest[]): Promise<void> {
    await this.database.transaction(
      requests.map(({ id }) => ({
        sql: 'DELETE FROM saved_requests WHERE id = ?',
        values: [id],
        ...AS_WRITTEN,
      })),
    );
  }

  rootOf(): Promise<null> {
    return Promise.resolve(null);
  }

  private writing(request: SavedRequest): Statement {
    const { id, folder, name, description, profileId, expectations, order, example, familyId } = request;
    const { request: asked, form } = request;
    return {
      typed: true,
      ...AS_WRITTEN,
      sql: `INSERT OR REPLACE INTO saved_requests (${COLUMNS}, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      values: [
        id,
        folder,
        name,
        description,
        profileId,
        JSON.stringify({ request: asked, form }),
        JSON.stringify(expectations),
        order,
        example && JSON.stringify(example),
        familyId ?? null,
        new Date().toISOString(),
      ],
    };
  }
}

function toRequest(kept: z.infer<typeof row>): SavedRequest[] {
  const asked = askedSchema.safeParse(parseJson(kept.call));
  const expectations = keptExpectationsSchema.safeParse(parseJson(kept.expectations));
  if (!asked.success || !expectations.success) return [];
  const example = exampleSchema.safeParse(kept.example === null ? null : parseJson(kept.example));
  const { id, folder, name, description, profile_id: profileId, place: order, family_id: family } = kept;
  return [
    {
      ...{ id, folder, name, description, profileId, order },
      ...asked.data,
      ...(family === null ? {} : { familyId: family }),
      expectations: expectations.data,
      // An example that cannot be read is dropped: the request is worth more.
      example: example.data ?? null,
    },
  ];
}
