import { z } from 'zod';
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

export const unsettledSendTables: readonly string[] = ['unsettled_sends'];

const row = z
  .object({ exchange_id: z.string(), started_at: z.string() })
  .transform(({ exchange_id, started_at }) => ({ exchangeId: exchange_id, startedAt: started_at }));

export interface UnsettledSend {
  readonly exchangeId: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
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

  /** The last send of this very request whose outcome is unknown, or null. Another process may have sent it since this run did. */
  async find(mark: string): Promise<UnsettledSend | null> {
    const { unsettled, settled, succeededAt } = this.known(mark);
    const own = [...unsettled.values()].at(-1);
    if (own !== undefined) return own;
    const found = await this.database.query(
      {
        sql: 'SELECT exchange_id, started_at FROM unsettled_sends WHERE mark = ? ORDER BY started_at DESC',
        values: [mark],
      },
      row,
    );
    return (
      found.find(({ exchangeId, startedAt }) => !settled.has(exchangeId) && startedAt > succeededAt) ?? null
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
  { exchangeId, startedAt }: UnsettledSend,
): Statement {
  if (!isKnown)
    return {
      sql: 'INSERT OR REPLACE INTO unsettled_sends (mark, exchange_id, started_at) VALUES (?, ?, ?)',
      values: [mark, exchangeId, startedAt],
      idempotent: true,
    };
  return {
    sql: 'DELETE FROM unsettled_sends WHERE mark = ? AND (exchange_id = ? OR started_at <= ?)',
    // What another process sent since stays.
    values: [mark, exchangeId, succeeded ? startedAt : ''],
    idempotent: true,
  };
}
