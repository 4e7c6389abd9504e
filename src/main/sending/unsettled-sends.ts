import { z } from 'zod';
import type { Exchange } from '@shared/http/exchange';
import type { Database, Migration, Statement } from '../database/database';

/**
 * Requests that went out and of which it is not known whether they had their effect: noted before the first byte, and
 * taken away by an answer. What is here after a start went out in a run that ended before its answer.
 */
export const unsettledSendsMigration: Migration = {
  name: 'unsettled sends',
  sql: `
    CREATE TABLE unsettled_sends (
      mark TEXT PRIMARY KEY,
      exchange_id TEXT NOT NULL,
      started_at TEXT NOT NULL
    ) STRICT;
  `,
};

/** Several sends of one request may be without an outcome: what is known of one says nothing of another. */
export const eachUnsettledSendMigration: Migration = {
  name: 'each unsettled send',
  sql: `
    ALTER TABLE unsettled_sends RENAME TO unsettled_marks;
    CREATE TABLE unsettled_sends (
      mark TEXT NOT NULL,
      exchange_id TEXT NOT NULL,
      started_at TEXT NOT NULL,
      PRIMARY KEY (mark, exchange_id)
    ) STRICT;
    INSERT INTO unsettled_sends SELECT mark, exchange_id, started_at FROM unsettled_marks;
    DROP TABLE unsettled_marks;
  `,
};

/** The same may be sent under another profile of the service: which one the first went out under is told. */
export const unsettledSendProfileMigration: Migration = {
  name: 'profiles of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN profile_name TEXT;',
};

export const unsettledSendTables: readonly string[] = ['unsettled_sends'];

const row = z
  .object({
    mark: z.string(),
    exchange_id: z.string(),
    started_at: z.string(),
    profile_name: z.string().nullable(),
  })
  .transform(({ mark, exchange_id, started_at, profile_name }) => ({
    mark,
    send: { exchangeId: exchange_id, startedAt: started_at, profileName: profile_name },
  }));

export interface UnsettledSend {
  readonly exchangeId: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** As it was called then; null for one of an earlier version, which only knew those of the same profile. */
  readonly profileName: string | null;
}

export function unsettledSendOf({
  id,
  startedAt,
  profile,
}: Pick<Exchange, 'id' | 'startedAt' | 'profile'>): UnsettledSend {
  return { exchangeId: id, startedAt, profileName: profile.name };
}

/** What becomes known of a send that may have had an effect: that it goes out, or how it ended. */
export interface UnsettledMark {
  /** Of the plan. */
  readonly mark: string;
  /** An answer came, whatever it says, or it certainly did not arrive. */
  readonly isKnown: boolean;
  /** The answer says that it was carried out (2xx): whether one before it was is no longer the question. */
  readonly succeeded: boolean;
}

/** What this run knows of one mark. */
interface Known {
  /** Without an outcome. */
  readonly unsettled: Map<string, UnsettledSend>;
  /** With one, of which the database may hear later. */
  readonly settled: Set<string>;
  /** What left until then is settled as well. */
  succeededAt: string;
}

/** By the mark of the plan. In memory as well: a database that cannot be written must not let a repetition pass. */
export class UnsettledSends {
  private readonly ofThisRun = new Map<string, Known>();

  constructor(private readonly database: Database) {}

  /**
   * The last send of this very request whose outcome is unknown, or null. Another process may have sent it since this run did.
   * @param earlierMarks those that earlier versions gave it.
   */
  async find(mark: string, earlierMarks: readonly string[] = []): Promise<UnsettledSend | null> {
    const { unsettled, settled, succeededAt } = this.known(mark);
    const own = [...unsettled.values()].at(-1);
    if (own !== undefined) return own;
    const found = await this.database.query(
      {
        sql: `SELECT * FROM unsettled_sends WHERE mark IN (?${', ?'.repeat(earlierMarks.length)}) ORDER BY started_at DESC`,
        values: [mark, ...earlierMarks],
      },
      row,
    );
    // From now on it is found, and settled, as any other.
    for (const earlier of new Set(found.map((one) => one.mark).filter((one) => one !== mark)))
      await this.database.execute({
        sql: 'UPDATE OR REPLACE unsettled_sends SET mark = ? WHERE mark = ?',
        values: [mark, earlier],
        idempotent: true,
      });
    const sends = found.map(({ send }) => send);
    return (
      sends.find(({ exchangeId, startedAt }) => !settled.has(exchangeId) && startedAt > succeededAt) ?? null
    );
  }

  /** From now on this run knows it; the database hears of it with the exchange. */
  note({ mark, isKnown, succeeded }: UnsettledMark, send: UnsettledSend): void {
    const known = this.known(mark);
    this.ofThisRun.set(mark, known);
    if (!isKnown) {
      known.unsettled.set(send.exchangeId, send);
      return;
    }
    known.unsettled.delete(send.exchangeId);
    known.settled.add(send.exchangeId);
    if (!succeeded) return;
    known.unsettled.clear();
    known.succeededAt = send.startedAt;
  }

  private known(mark: string): Known {
    return this.ofThisRun.get(mark) ?? { unsettled: new Map(), settled: new Set(), succeededAt: '' };
  }
}

/** What tells the database, in the transaction in which it gets the exchange: neither is there without the other. */
export function markUnsettled(
  { mark, isKnown, succeeded }: UnsettledMark,
  { exchangeId, startedAt, profileName }: UnsettledSend,
): Statement {
  if (!isKnown)
    return {
      sql: 'INSERT OR REPLACE INTO unsettled_sends (mark, exchange_id, started_at, profile_name) VALUES (?, ?, ?, ?)',
      values: [mark, exchangeId, startedAt, profileName],
      idempotent: true,
    };
  return {
    sql: 'DELETE FROM unsettled_sends WHERE mark = ? AND (exchange_id = ? OR started_at <= ?)',
    // What another process sent since stays.
    values: [mark, exchangeId, succeeded ? startedAt : ''],
    idempotent: true,
  };
}
