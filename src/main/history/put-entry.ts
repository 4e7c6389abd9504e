import type { HistoryEntry } from '@shared/history/history';
import type { CarriedRows, SqlValue } from '../database/database';
import { statusClassOf } from './entry-rows';

/** The entry's values in the order of `PUT_ENTRY`. */
export function entryValues(entry: HistoryEntry, bytes: number): SqlValue[] {
  return [
    entry.place,
    entry.id,
    entry.startedAt,
    entry.operation,
    entry.profile.id,
    entry.profile.name,
    entry.profile.environment,
    entry.method,
    entry.url,
    entry.destination,
    entry.status,
    statusClassOf(entry.status),
    entry.outcome,
    entry.durationMs,
    entry.findings ?? 0,
    entry.starred,
    entry.note,
    entry.replayOf,
    bytes,
    entry.load?.pages ?? null,
    entry.load?.rows ?? null,
    entry.purpose,
    entry.findings !== null,
    entry.summary === null ? null : JSON.stringify(entry.summary),
    entry.notedOutcome,
  ];
}

export const ENTRY_VALUE_COLUMNS = `seq, id, started_at, operation, profile_id, profile_name, environment, method, url, destination,
  status, status_class, outcome, duration_ms, findings, starred, note, replay_of, bytes, load_pages, load_rows, purpose,
  findings_known, summary, noted_outcome`;

/**
 * Columns that a newer version of an entry does not overwrite: the person's own, and the exchange that it replays.
 */
const LEFT_ALONE = new Set(['seq', 'id', 'starred', 'note', 'noted_outcome', 'replay_of']);
const COLUMN_NAMES = ENTRY_VALUE_COLUMNS.split(/,\s*/);

/**
 * SQL for the requested place, or the next free one after it. Another instance of the app may have taken it; and when
 * entries move from memory into the file or come back after a clear, any other entry may have it.
 */
export function freePlace(wanted: string): string {
  return `CASE WHEN EXISTS (SELECT 1 FROM exchanges WHERE seq = ${wanted}) THEN (
    SELECT taken.seq + 1 FROM exchanges taken
    WHERE taken.seq >= ${wanted} AND NOT EXISTS (SELECT 1 FROM exchanges next WHERE next.seq = taken.seq + 1)
    ORDER BY taken.seq LIMIT 1
  ) ELSE ${wanted} END`;
}

/**
 * An existing entry keeps its place, and a new one gets a free place. The other statements find the place by the id.
 */
export const PUT_ENTRY = `INSERT INTO exchanges (${ENTRY_VALUE_COLUMNS})
  VALUES (${freePlace('?1')}, ${COLUMN_NAMES.slice(1)
    .map((_, index) => `?${index + 2}`)
    .join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${COLUMN_NAMES.filter((name) => !LEFT_ALONE.has(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;

/** Takes the id, then the values of the columns. */
export const PUT_CONTENTS = `INSERT OR REPLACE INTO exchange_contents (seq, record, request_body, response_body)
  SELECT seq, ?2, ?3, ?4 FROM exchanges WHERE id = ?1`;

/**
 * Takes the id, the words, and the shard that the words name. Writes only if that is the entry's shard, because
 * another instance of the app may have begun a new one. A search asks for each shard's own words, so it would
 * otherwise find the entry twice or never.
 */
export const PUT_WORDS = `INSERT OR REPLACE INTO exchange_words (rowid, words)
  SELECT seq, ?2 FROM exchanges WHERE id = ?1 AND ?3 = coalesce(
    (SELECT shard FROM exchange_shards WHERE first_seq <= seq ORDER BY first_seq DESC LIMIT 1), 0)`;

/** The rows that move from memory into the file; an entry that already exists there gets the newer version. */
export const historyRows: readonly CarriedRows[] = [
  {
    read: `SELECT ${ENTRY_VALUE_COLUMNS} FROM exchanges ORDER BY seq`,
    write: `${PUT_ENTRY}, starred = max(starred, excluded.starred), note = iif(excluded.note = '', note, excluded.note),
      noted_outcome = coalesce(excluded.noted_outcome, noted_outcome)`,
  },
  {
    read: `SELECT e.id, c.record, c.request_body, c.response_body
      FROM exchange_contents c JOIN exchanges e ON e.seq = c.seq ORDER BY e.seq`,
    write: PUT_CONTENTS,
  },
  // Indexed again, because the database in memory had its own index.
  {
    read: 'SELECT id FROM exchanges',
    write: 'DELETE FROM exchange_words WHERE rowid = (SELECT seq FROM exchanges WHERE id = ?1)',
  },
  // An undo may come after the keychain.
  'cleared_exchanges',
];
