import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { SESSION_OUTCOMES } from '@shared/history/session-outcome';
import { isUuid } from '@shared/text/uuid';
import type { Database } from '../database/database';
import { VersionedJsonFile } from '../files/versioned-json-file';

const schema = z.record(
  z.string(),
  z.array(
    z.object({
      sessionId: z.string().refine(isUuid),
      outcome: z.enum(SESSION_OUTCOMES),
      lookedUpAt: z.iso.datetime(),
      pinned: z.boolean(),
    }),
  ),
);

/**
 * Moves the recent look-ups of version 0.1.0 from their plain file into the database, once; the file is then deleted.
 * While the database is only in memory, the file stays.
 */
export async function importRecentFile(path: string, database: Database): Promise<void> {
  // A first query opens the database, so that its state is known.
  await database.query({ sql: 'SELECT 1 AS one' }, z.object({ one: z.number() }));
  if (database.state.kind !== 'open') return;
  const file = new VersionedJsonFile<z.infer<typeof schema>>({
    path,
    what: 'recent look-ups',
    version: 1,
    schema,
    fresh: () => ({}),
  });
  const content = await file.read();
  // The file is damaged, or from a newer version that must read it itself.
  if (file.notice !== null) return;
  const entries = Object.entries(content).flatMap(([profileId, recent]) =>
    recent.map((entry) => ({ profileId, ...entry })),
  );
  if (entries.length > 0)
    await database.transaction(
      entries.map(({ profileId, sessionId, outcome, lookedUpAt, pinned }) => ({
        idempotent: true,
        sql: `INSERT OR IGNORE INTO recent_sessions (id, profile_id, session_id, looked_up_at, pinned, line)
          VALUES (?, ?, ?, ?, ?, ?)`,
        values: [
          `${profileId} ${sessionId}`,
          profileId,
          sessionId,
          lookedUpAt,
          pinned,
          JSON.stringify({ outcome, expiresAt: null, total: null, card: null, buyer: null }),
        ],
      })),
    );
  await rm(path, { force: true });
}
