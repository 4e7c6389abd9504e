import { z } from 'zod';
import type { SessionListSummary } from '@shared/bridge/sessions';
import {
  hasValidId,
  SESSION_OUTCOMES,
  type SessionLine,
  type SessionOutcome,
} from '@shared/history/session-outcome';
import { maskCardData } from '@shared/cards/mask-card-data';
import { parseJson } from '@shared/json/parse-json';
import { ProblemError } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { bidiProblem } from '@shared/text/bidi-controls';
import type { Database, Statement } from '../database/database';
import type { KeptOfProfiles } from '../profiles/forget-gone-profiles';
import { forgetProfilesOf, profileIdsOf } from './schema';

/** How many unnamed lists are remembered for each profile. */
const MAX_UNNAMED = 20;

const summaryRow = z.object({
  id: z.string(),
  profile_id: z.string(),
  name: z.string().nullable(),
  looked_up_at: z.string(),
  summary: z.string(),
});
const wholeRow = summaryRow.extend({ lines: z.string() });
type WholeRow = z.infer<typeof wholeRow>;

const outcome = z.enum(SESSION_OUTCOMES);
const countsSchema = z.object({ total: z.number(), counts: z.partialRecord(outcome, z.number()) });
const text = z.string().nullable();
const number = z.number().nullable();
const linesSchema = z.array(
  z.object({
    sessionId: z.string(),
    outcome,
    status: number,
    isForeign: z.boolean().default(false),
    expiresAt: text,
    items: number,
    total: text,
    card: text,
    buyer: text,
    references: text.default(null),
    findings: number,
    message: text,
    exchangeId: text,
    readAt: text.default(null),
  }),
);

export interface KeptList {
  readonly summary: SessionListSummary;
  readonly lines: readonly SessionLine[];
}

/**
 * Lists of look-ups with their rows, in the encrypted database because they name people. The answers are in the
 * history.
 */
export class KeptLists implements KeptOfProfiles {
  /** Recently deleted lists by id; the timer ends the undo period. */
  private readonly deleted = new Map<string, { readonly row: WholeRow; readonly timer: NodeJS.Timeout }>();
  /** Ids of the lists that a clear removed, by the clear's id. */
  private readonly cleared = new Map<string, readonly string[]>();

  constructor(private readonly database: Database) {}

  async list(profileId: string): Promise<readonly SessionListSummary[]> {
    const rows = await this.database.query(
      {
        sql: `SELECT id, profile_id, name, looked_up_at, summary FROM session_lists WHERE profile_id = ?
          ORDER BY name IS NULL, looked_up_at DESC`,
        values: [profileId],
      },
      summaryRow,
    );
    return rows.flatMap((row) => toSummary(row) ?? []);
  }

  async open(listId: string): Promise<KeptList | null> {
    return toKept(await this.row(listId));
  }

  /** Like `open`, but also finds a recently deleted list. */
  async known(listId: string): Promise<KeptList | null> {
    return toKept(this.deleted.get(listId)?.row ?? (await this.row(listId)));
  }

  /** An existing list keeps its name and its profile. A recently deleted one comes back only when its deletion is undone. */
  async save(listId: string, profileId: string, lines: readonly SessionLine[]): Promise<void> {
    if (this.deleted.has(listId)) {
      this.updateDeleted(listId, lines);
      return;
    }
    const row: WholeRow = { id: listId, profile_id: profileId, name: null, ...contentOf(lines) };
    await this.database.transaction([insert(row), trim(profileId, listId)]);
  }

  /**
   * Saves new rows of an existing list. If the list has been deleted, they come back with an undo, otherwise they are
   * dropped.
   */
  async update(listId: string, lines: readonly SessionLine[]): Promise<void> {
    const content = contentOf(lines);
    this.updateDeleted(listId, lines);
    await this.database.execute({
      idempotent: true,
      sql: 'UPDATE session_lists SET looked_up_at = ?, summary = ?, lines = ? WHERE id = ?',
      values: [content.looked_up_at, content.summary, content.lines, listId],
    });
    // The deletion may have read the list before this was written.
    this.updateDeleted(listId, lines);
  }

  /** Card data in the name is masked. */
  async rename(listId: string, name: string | null): Promise<readonly SessionListSummary[]> {
    const wrong = bidiProblem(name ?? '');
    if (wrong !== null) throw wrongName(wrong);
    const { profile_id: profileId } = await this.existing(listId);
    await this.database.execute({
      idempotent: true,
      sql: 'UPDATE session_lists SET name = ? WHERE id = ?',
      values: [name === null ? null : maskCardData(name), listId],
    });
    return this.list(profileId);
  }

  /** Keeps the list in memory for `UNDO_WINDOW_MS`. */
  async remove(listId: string): Promise<readonly SessionListSummary[]> {
    const row = await this.existing(listId);
    await this.delete([row]);
    return this.list(row.profile_id);
  }

  /** Throws a `ProblemError` if it is too late. */
  async undoRemove(listId: string): Promise<readonly SessionListSummary[]> {
    const held = this.deleted.get(listId);
    if (held === undefined) throw gone();
    await this.database.execute(insert(held.row));
    this.forgetDeleted(listId);
    return this.list(held.row.profile_id);
  }

  /** Deletes the profile's unnamed lists, and returns their ids; for a while, `undoClear` brings them back. */
  async clear(profileId: string, clearId: string): Promise<readonly string[]> {
    const rows = await this.rows('profile_id = ? AND name IS NULL', profileId);
    await this.delete(rows);
    const ids = rows.map(({ id }) => id);
    this.cleared.set(clearId, ids);
    setTimeout(() => this.cleared.delete(clearId), UNDO_WINDOW_MS).unref();
    return ids;
  }

  async undoClear(clearId: string): Promise<void> {
    for (const id of this.cleared.get(clearId) ?? []) if (this.deleted.has(id)) await this.undoRemove(id);
    this.cleared.delete(clearId);
  }

  profileIds(): Promise<readonly string[]> {
    return profileIdsOf('session_lists', this.database);
  }

  async forgetProfiles(profileIds: readonly string[]): Promise<void> {
    await this.database.execute(forgetProfilesOf('session_lists', profileIds));
  }

  private updateDeleted(listId: string, lines: readonly SessionLine[]): void {
    const held = this.deleted.get(listId);
    if (held) this.deleted.set(listId, { ...held, row: { ...held.row, ...contentOf(lines) } });
  }

  /**
   * The lists go into memory before they are deleted, so that rows written in between come back with them (`update`).
   */
  private async delete(rows: readonly WholeRow[]): Promise<void> {
    for (const row of rows) {
      this.forgetDeleted(row.id);
      const timer = setTimeout(() => this.deleted.delete(row.id), UNDO_WINDOW_MS).unref();
      this.deleted.set(row.id, { row, timer });
    }
    const sql = 'DELETE FROM session_lists WHERE id = ?';
    try {
      await this.database.transaction(rows.map(({ id }) => ({ idempotent: true, sql, values: [id] })));
    } catch (error) {
      for (const { id } of rows) this.forgetDeleted(id);
      throw error;
    }
  }

  private forgetDeleted(listId: string): void {
    clearTimeout(this.deleted.get(listId)?.timer);
    this.deleted.delete(listId);
  }

  private async existing(listId: string): Promise<WholeRow> {
    const row = await this.row(listId);
    if (row === null) throw gone();
    return row;
  }

  private async row(listId: string): Promise<WholeRow | null> {
    const [row] = await this.rows('id = ?', listId);
    return row ?? null;
  }

  private rows(condition: string, value: string): Promise<WholeRow[]> {
    return this.database.query(
      {
        sql: `SELECT id, profile_id, name, looked_up_at, summary, lines FROM session_lists WHERE ${condition}`,
        values: [value],
      },
      wholeRow,
    );
  }
}

function insert(row: WholeRow): Statement {
  return {
    idempotent: true,
    sql: `INSERT INTO session_lists (id, profile_id, name, looked_up_at, summary, lines) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET looked_up_at = excluded.looked_up_at, summary = excluded.summary,
        lines = excluded.lines`,
    values: [row.id, row.profile_id, row.name, row.looked_up_at, row.summary, row.lines],
  };
}

/**
 * Deletes the oldest unnamed lists beyond the limit.
 * @param saved the one that was just saved: after the clock was set back, it looks older than all others.
 */
function trim(profileId: string, saved: string): Statement {
  return {
    idempotent: true,
    sql: `DELETE FROM session_lists WHERE id IN (
      SELECT id FROM session_lists WHERE profile_id = ? AND name IS NULL
      ORDER BY id = ? DESC, looked_up_at DESC LIMIT -1 OFFSET ?)`,
    values: [profileId, saved, MAX_UNNAMED],
  };
}

function contentOf(lines: readonly SessionLine[]): Pick<WholeRow, 'looked_up_at' | 'summary' | 'lines'> {
  return {
    looked_up_at: new Date().toISOString(),
    summary: JSON.stringify({ total: lines.filter(hasValidId).length, counts: countOutcomes(lines) }),
    lines: JSON.stringify(lines),
  };
}

function countOutcomes(lines: readonly SessionLine[]): Partial<Record<SessionOutcome, number>> {
  const counts: Partial<Record<SessionOutcome, number>> = {};
  for (const line of lines) counts[line.outcome] = (counts[line.outcome] ?? 0) + 1;
  return counts;
}

function toKept(row: WholeRow | null): KeptList | null {
  const summary = row && toSummary(row);
  const lines = row && linesSchema.safeParse(parseJson(row.lines));
  return summary && lines?.success ? { summary, lines: lines.data } : null;
}

/** Null if the list cannot be read. */
function toSummary(row: z.infer<typeof summaryRow>): SessionListSummary | null {
  const counts = countsSchema.safeParse(parseJson(row.summary));
  if (!counts.success) return null;
  return {
    id: row.id,
    profileId: row.profile_id,
    name: row.name,
    lookedUpAt: row.looked_up_at,
    ...counts.data,
  };
}

function gone(): ProblemError {
  return new ProblemError({
    code: 'list-gone',
    title: 'This list no longer exists',
    meaning: 'It was deleted, or newer lists without a name took its place.',
    nextStep: 'The history has every look-up that was recorded.',
    detail: null,
  });
}

function wrongName(meaning: string): ProblemError {
  return new ProblemError({
    code: 'list-name',
    title: 'The list cannot have this name',
    meaning,
    nextStep: 'Type the name again.',
    field: 'List name',
    detail: null,
  });
}
