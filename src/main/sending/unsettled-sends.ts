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

export const unsettledSendTables: readonly string[] = ['unsettled_sends'];

const row = z.object({ exchange_id: z.string(), started_at: z.string() });

export interface UnsettledSend {
  readonly exchangeId: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
}

/** By the mark of the plan. In memory as well: a database that cannot be written must not let a repetition pass. */
export class UnsettledSends {
  private readonly ofThisRun = new Map<string, UnsettledSend | null>();

  constructor(private readonly database: Database) {}

  /** The last send of this very request whose outcome is unknown, or null. */
  async find(mark: string): Promise<UnsettledSend | null> {
    const known = this.ofThisRun.get(mark);
    if (known !== undefined) return known;
    const [found] = await this.database.query(
      { sql: 'SELECT exchange_id, started_at FROM unsettled_sends WHERE mark = ?', values: [mark] },
      row,
    );
    return found ? { exchangeId: found.exchange_id, startedAt: found.started_at } : null;
  }

  /** From now on this run knows it; the database hears of it with the exchange. */
  note(mark: string, send: UnsettledSend): void {
    this.ofThisRun.set(mark, send);
  }

  /** Its outcome is known. */
  settle(mark: string): void {
    this.ofThisRun.set(mark, null);
  }
}

/** What becomes known of a send that may have had an effect: that it goes out, or how it ended. */
export interface UnsettledMark {
  /** Of the plan. */
  readonly mark: string;
  readonly isKnown: boolean;
}

/** What tells the database, in the transaction in which it gets the exchange: neither is there without the other. */
export function markUnsettled(
  { mark, isKnown }: UnsettledMark,
  { exchangeId, startedAt }: UnsettledSend,
): Statement {
  if (isKnown) return { sql: 'DELETE FROM unsettled_sends WHERE mark = ?', values: [mark], idempotent: true };
  return {
    sql: 'INSERT OR REPLACE INTO unsettled_sends (mark, exchange_id, started_at) VALUES (?, ?, ?)',
    values: [mark, exchangeId, startedAt],
    idempotent: true,
  };
}
