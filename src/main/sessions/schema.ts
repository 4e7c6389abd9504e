import { z } from 'zod';
import { questionMarks, type Database, type Migration, type Statement } from '../database/database';

/** `line` is JSON and may contain any text that a service sends. */
export const recentSessionsMigration: Migration = {
  name: 'recent sessions',
  sql: `
    CREATE TABLE recent_sessions (
      id TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      looked_up_at TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0,
      line TEXT NOT NULL
    ) STRICT;
    CREATE INDEX recent_sessions_in_order ON recent_sessions (profile_id, pinned, looked_up_at);
  `,
};

/** `lines` and `summary` are JSON. The summary can be read without the lines, of which there may be 10,000. */
export const sessionListsMigration: Migration = {
  name: 'session lists',
  sql: `
    CREATE TABLE session_lists (
      id TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      name TEXT,
      looked_up_at TEXT NOT NULL,
      summary TEXT NOT NULL,
      lines TEXT NOT NULL
    ) STRICT;
    CREATE INDEX session_lists_in_order ON session_lists (profile_id, looked_up_at);
  `,
};

export const recentSessionTables: readonly string[] = ['recent_sessions', 'session_lists'];

type OfProfiles = 'recent_sessions' | 'session_lists';

/** Ids of the profiles that have rows in a table. */
export async function profileIdsOf(table: OfProfiles, database: Database): Promise<readonly string[]> {
  const rows = await database.query(
    { sql: `SELECT DISTINCT profile_id FROM ${table}` },
    z.object({ profile_id: z.string() }),
  );
  return rows.map((row) => row.profile_id);
}

/** Deletes the rows of these profiles from a table. */
export function forgetProfilesOf(table: OfProfiles, profileIds: readonly string[]): Statement {
  return {
    idempotent: true,
    sql: `DELETE FROM ${table} WHERE profile_id IN (${questionMarks(profileIds)})`,
    values: profileIds,
  };
}
