import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { RecentSession } from '@shared/bridge/sessions';
import { SESSION_OUTCOMES, type SessionLine } from '@shared/history/session-outcome';
import { parseJson } from '@shared/json/parse-json';
import { ProblemError, type Problem } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { withoutBidiControls } from '@shared/text/bidi-controls';
import { TaskQueue } from '@shared/task-queue';
import { messageOf } from '@shared/text/message-of';
import type { Database, Statement } from '../database/database';
import type { KeptOfProfiles } from '../profiles/forget-gone-profiles';
import { forgetProfilesOf, profileIdsOf } from './schema';

/** How many look-ups are remembered for each profile; pinned ones do not count. */
const MAX_RECENT = 200;
/** Longest text kept from an answer; the specification allows no longer name. */
const MAX_TEXT = 200;

const rowSchema = z.object({
  session_id: z.string(),
  looked_up_at: z.string(),
  pinned: z.number(),
  line: z.string(),
});
type Row = z.infer<typeof rowSchema>;

const text = z.string().nullable();
const lineSchema = z.object({
  outcome: z.enum(SESSION_OUTCOMES),
  // Older rows lack the status and `isForeign`.
  status: z.number().nullable().optional(),
  isForeign: z.boolean().default(false),
  expiresAt: text,
  total: text,
  card: text,
  buyer: text,
});

/** What is remembered about a look-up. */
export type RememberedLine = Pick<
  SessionLine,
  'sessionId' | 'outcome' | 'status' | 'isForeign' | 'expiresAt' | 'total' | 'card' | 'buyer'
>;

/**
 * The recent look-ups of each profile: pinned ones first, then newest first. They name people, so they are in the
 * encrypted database; without a keychain they are in memory, for this run only.
 */
export class RecentSessions implements KeptOfProfiles {
  /** Recently cleared look-ups, by the id of the clear. */
  private readonly cleared = new Map<string, { readonly profileId: string; readonly rows: readonly Row[] }>();

  private imported: Promise<void> | null = null;
  /** For this run, by session id: when the look-ups that were added had begun. */
  private readonly begun = new Map<string, number>();
  private readonly adding = new TaskQueue();
  /** Why something could not be added, until `list` has reported it. */
  private failure: Problem | null = null;

  /**
   * @param takeOver imports what an older version left, before anything else; it never rejects.
   * @param report is called for look-ups that cannot be added.
   */
  constructor(
    private readonly database: Database,
    private readonly takeOver: () => Promise<void> = () => Promise.resolve(),
    private readonly report: (error: unknown) => void = () => undefined,
  ) {}

  /** Waits for pending additions. Throws a `ProblemError`, once, if one could not be written. */
  async list(profileId: string): Promise<readonly RecentSession[]> {
    await this.adding.settled();
    const { failure } = this;
    this.failure = null;
    if (failure !== null) throw new ProblemError(failure);
    return this.read(profileId);
  }

  /**
   * Adds a look-up after its answer is on the screen. Only `list` waits for it and reports a failure.
   * @param begunAt in ms, by `performance`: if a session is looked up several times, the look-up that began last
   * counts, even if it ends first.
   */
  addSoon(profileId: string, begunAt: number, line: () => Promise<RememberedLine>): void {
    void this.adding.run(async () => {
      await nextTurn();
      try {
        const brought = await line();
        const id = idOf(profileId, brought.sessionId);
        if ((this.begun.get(id) ?? 0) > begunAt) return;
        this.begun.set(id, begunAt);
        await this.add(profileId, brought);
      } catch (error) {
        this.report(error);
        this.failure = notRemembered(error);
      }
    });
  }

  /** Resolves when no addition is pending any more. */
  settled(): Promise<void> {
    return this.adding.settled();
  }

  /** @param readAt for an answer from before, which replaces none that was read since. */
  async add(profileId: string, line: RememberedLine, readAt?: string): Promise<void> {
    const unlessNewer = readAt === undefined ? '' : 'WHERE looked_up_at < excluded.looked_up_at';
    await this.ready();
    await this.database.transaction([
      {
        idempotent: true,
        sql: `INSERT INTO recent_sessions (id, profile_id, session_id, looked_up_at, pinned, line) VALUES (?, ?, ?, ?, 0, ?)
          ON CONFLICT (id) DO UPDATE SET looked_up_at = excluded.looked_up_at, line = excluded.line ${unlessNewer}`,
        values: [
          idOf(profileId, line.sessionId),
          profileId,
          line.sessionId,
          readAt ?? new Date().toISOString(),
          keptOf(line),
        ],
      },
      trim(profileId),
    ]);
  }

  /** Brings the look-ups that a list has read since up to date. It adds none: a list may have thousands. */
  async readAgain(
    profileId: string,
    answers: readonly { readonly line: RememberedLine; readonly lookedUpAt: string }[],
  ): Promise<void> {
    if (answers.length === 0) return;
    await this.ready();
    const known = new Set((await this.rows(profileId, '')).map((row) => row.session_id));
    await this.database.transaction(
      answers
        .filter(({ line }) => known.has(line.sessionId))
        .map(({ line, lookedUpAt }) => ({
          idempotent: true,
          sql: 'UPDATE recent_sessions SET looked_up_at = ?, line = ? WHERE id = ? AND looked_up_at < ?',
          values: [lookedUpAt, keptOf(line), idOf(profileId, line.sessionId), lookedUpAt],
        })),
    );
  }

  async pin(profileId: string, sessionId: string, pinned: boolean): Promise<readonly RecentSession[]> {
    await this.database.transaction([
      {
        idempotent: true,
        sql: 'UPDATE recent_sessions SET pinned = ? WHERE id = ?',
        values: [pinned, idOf(profileId, sessionId)],
      },
      trim(profileId),
    ]);
    return this.read(profileId);
  }

  /**
   * Deletes the look-ups that are not pinned, and keeps them in memory for `UNDO_WINDOW_MS`.
   * @param clearId a UUID by which this can be undone.
   */
  async clear(profileId: string, clearId: string): Promise<readonly RecentSession[]> {
    const rows = await this.rows(profileId, 'AND pinned = 0');
    await this.database.execute({
      idempotent: true,
      sql: 'DELETE FROM recent_sessions WHERE profile_id = ? AND pinned = 0',
      values: [profileId],
    });
    this.cleared.set(clearId, { profileId, rows });
    setTimeout(() => this.cleared.delete(clearId), UNDO_WINDOW_MS).unref();
    return this.read(profileId);
  }

  /** Brings back what a clear deleted, except sessions looked up again since. Throws a `ProblemError` if it is too late. */
  async undoClear(profileId: string, clearId: string): Promise<readonly RecentSession[]> {
    const gone = this.cleared.get(clearId);
    if (gone?.profileId !== profileId) throw clearedForGood();
    await this.database.transaction([
      ...gone.rows.map((row) => ({
        idempotent: true,
        sql: `INSERT OR IGNORE INTO recent_sessions (id, profile_id, session_id, looked_up_at, pinned, line)
          VALUES (?, ?, ?, ?, 0, ?)`,
        values: [idOf(profileId, row.session_id), profileId, row.session_id, row.looked_up_at, row.line],
      })),
      trim(profileId),
    ]);
    this.cleared.delete(clearId);
    return this.read(profileId);
  }

  async profileIds(): Promise<readonly string[]> {
    await this.ready();
    return profileIdsOf('recent_sessions', this.database);
  }

  async forgetProfiles(profileIds: readonly string[]): Promise<void> {
    await this.database.execute(forgetProfilesOf('recent_sessions', profileIds));
  }

  private async read(profileId: string): Promise<readonly RecentSession[]> {
    await this.ready();
    const rows = await this.rows(profileId, '');
    return rows.flatMap(toRecent);
  }

  private ready(): Promise<void> {
    return (this.imported ??= this.takeOver());
  }

  private rows(profileId: string, condition: string): Promise<Row[]> {
    return this.database.query(
      {
        sql: `SELECT session_id, looked_up_at, pinned, line FROM recent_sessions WHERE profile_id = ? ${condition}
          ORDER BY pinned DESC, looked_up_at DESC`,
        values: [profileId],
      },
      rowSchema,
    );
  }
}

function idOf(profileId: string, sessionId: string): string {
  return `${profileId} ${sessionId}`;
}

/** Deletes the oldest beyond the limit. */
function trim(profileId: string): Statement {
  return {
    idempotent: true,
    sql: `DELETE FROM recent_sessions WHERE id IN (
      SELECT id FROM recent_sessions WHERE profile_id = ? AND pinned = 0
      ORDER BY looked_up_at DESC LIMIT -1 OFFSET ?)`,
    values: [profileId, MAX_RECENT],
  };
}

function keptOf(line: RememberedLine): string {
  const kept: z.infer<typeof lineSchema> = {
    outcome: line.outcome,
    status: line.status,
    isForeign: line.isForeign,
    expiresAt: shortened(line.expiresAt),
    total: shortened(line.total),
    card: shortened(line.card),
    buyer: shortened(line.buyer),
  };
  return JSON.stringify(kept);
}

function shortened(value: string | null): string | null {
  return value === null || value.length <= MAX_TEXT ? value : [...value].slice(0, MAX_TEXT).join('');
}

/** Leaves out a row that cannot be read: the history still has the look-up itself. */
function toRecent(row: Row): RecentSession[] {
  const line = lineSchema.safeParse(parseJson(row.line));
  if (!line.success) return [];
  return [
    {
      ...line.data,
      sessionId: row.session_id,
      lookedUpAt: row.looked_up_at,
      pinned: row.pinned === 1,
      card: line.data.card && withoutBidiControls(line.data.card),
      buyer: line.data.buyer && withoutBidiControls(line.data.buyer),
    },
  ];
}

function clearedForGood(): ProblemError {
  return new ProblemError({
    code: 'nothing-to-undo',
    title: 'The recent look-ups cannot be restored',
    meaning: 'The time for that has passed: they are gone.',
    nextStep: 'The history has every look-up that was recorded.',
    detail: null,
  });
}

function notRemembered(error: unknown): Problem {
  return {
    code: 'recent-not-written',
    title: 'The recent look-ups could not be written',
    meaning:
      'The session was looked up, but is missing from the list of recent look-ups; History shows whether it is recorded there.',
    nextStep: 'Make sure that the disk has room and that the app may write in its folder.',
    detail: messageOf(error),
  };
}
