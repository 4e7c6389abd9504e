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
  /** The last of each mark that this run sent. */
  private readonly ofThisRun = new Map<string, UnsettledSend & { readonly isKnown: boolean }>();

  constructor(private readonly database: Database) {}

  /** The last send of this very request whose outcome is unknown, or null. Another process may have sent it since this run did. */
  async find(mark: string): Promise<UnsettledSend | null> {
    const { isKnown, ...own } = this.ofThisRun.get(mark) ?? { isKnown: true, exchangeId: '', startedAt: '' };
    if (!isKnown) return own;
    const [found] = await this.database.query(
      { sql: 'SELECT exchange_id, started_at FROM unsettled_sends WHERE mark = ?', values: [mark] },
      row,
    );
    // The database may hear of an answer later than this run.
    if (!found || found.exchange_id === own.exchangeId || found.started_at <= own.startedAt) return null;
    return { exchangeId: found.exchange_id, startedAt: found.started_at };
  }

  /** From now on this run knows it; the database hears of it with the exchange. */
  note(mark: string, send: UnsettledSend): void {
    this.ofThisRun.set(mark, { ...send, isKnown: false });
  }

  /** Its outcome is known. */
  settle(mark: string, send: UnsettledSend): void {
    this.ofThisRun.set(mark, { ...send, isKnown: true });
  }
}

/** What becomes known of a send that may have had an effect: that it goes out, or how it ended. */
export interface UnsettledMark {
  /** Of the plan. */
  readonly mark: string;
  readonly isKnown: boolean;
}

/**
 * What tells the database, in the transaction in which it gets the exchange: neither is there without the other. An answer
 * settles what went out before it too, of which the person was asked; not what another process sent since.
 */
export function markUnsettled(
  { mark, isKnown }: UnsettledMark,
  { exchangeId, startedAt }: UnsettledSend,
): Statement {
  const values = [mark, exchangeId, startedAt];
  if (isKnown)
    return {
      sql: 'DELETE FROM unsettled_sends WHERE mark = ? AND (exchange_id = ? OR started_at <= ?)',
      values,
      idempotent: true,
    };
  return {
    sql: `INSERT INTO unsettled_sends (mark, exchange_id, started_at) VALUES (?, ?, ?)
      ON CONFLICT (mark) DO UPDATE SET exchange_id = excluded.exchange_id, started_at = excluded.started_at
      WHERE excluded.started_at >= unsettled_sends.started_at`,
    values,
    idempotent: true,
  };
}
