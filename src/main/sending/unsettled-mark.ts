import type { NotedOutcome } from '@shared/history/noted-outcome';
import type { Exchange } from '@shared/http/exchange';
import type { Statement } from '../database/database';

export interface UnsettledSend {
  readonly exchangeId: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** As it was called then; null for one of an earlier version, which only knew those of the same profile. */
  readonly profileName: string | null;
  /** The status of an answer that came, and does not say whether it was carried out. */
  readonly answered?: number;
  /** How it ended, as the person noted in the history; it is asked about all the same. */
  readonly notedOutcome?: NotedOutcome;
}

export function unsettledSendOf({
  id,
  startedAt,
  profile,
  outcome,
  response,
}: Pick<Exchange, 'id' | 'startedAt' | 'profile' | 'outcome'> & {
  readonly response: { readonly status: number } | null;
}): UnsettledSend {
  const answered = outcome.kind === 'answered' && response !== null ? { answered: response.status } : {};
  return { exchangeId: id, startedAt, profileName: profile.name, ...answered };
}

/** What becomes known of a send that may have had an effect: that it goes out, or how it ended. */
export interface UnsettledMark {
  /** Of the plan. */
  readonly mark: string;
  /** Of the draft that it came from, if it did, or what that has in common with its copies. */
  readonly draftId: string | null;
  /** Of the plan; null for one of an earlier version. */
  readonly destinationMark: string | null;
  /** Of the plan; none of one of an earlier version. */
  readonly contentMarks: readonly string[];
  /** An answer says how it ended, or it certainly did not arrive. */
  readonly isKnown: boolean;
  /** The answer says that it was carried out (2xx): whether one before it was is no longer the question. */
  readonly succeeded: boolean;
}

const INTO = `INTO unsettled_sends
  (mark, exchange_id, started_at, profile_name, draft_id, destination_mark, content_marks)`;

function rowOf(
  { mark, draftId, destinationMark, contentMarks }: UnsettledMark,
  { exchangeId, startedAt, profileName }: UnsettledSend,
): (string | null)[] {
  const contents = contentMarks.join(' ') || null;
  return [mark, exchangeId, startedAt, profileName, draftId, destinationMark, contents];
}

/**
 * Notes that it goes out, unless the database knows of another that is the same, of the same draft or of the same content, and is none of these: both
 * in one statement, so that of two processes that ask at once one is told of the other. It changes no row then.
 */
export function claimUnlessOther(
  told: UnsettledMark,
  send: UnsettledSend,
  others: readonly string[],
): Statement {
  const { mark, draftId, contentMarks } = told;
  const known = [send.exchangeId, ...others];
  const isAlike = ['mark = ?', 'draft_id = ?', ...contentMarks.map(() => 'instr(content_marks, ?) > 0')];
  const row = rowOf(told, send);
  return {
    sql: `INSERT OR IGNORE ${INTO}
      SELECT ${row.map(() => '?').join(', ')} WHERE NOT EXISTS (SELECT 1 FROM unsettled_sends
        WHERE exchange_id NOT IN (${known.map(() => '?').join(', ')}) AND (${isAlike.join(' OR ')}))`,
    values: [...row, ...known, mark, draftId, ...contentMarks],
    idempotent: true,
  };
}

/** What tells the database, in the transaction in which it gets the exchange: neither is there without the other. */
export function markUnsettled(told: UnsettledMark, send: UnsettledSend): readonly Statement[] {
  const { mark, draftId, destinationMark, contentMarks, isKnown, succeeded } = told;
  const { exchangeId, startedAt } = send;
  if (!isKnown)
    return [
      {
        sql: `INSERT ${INTO}
          VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (mark, exchange_id) DO UPDATE
          SET started_at = excluded.started_at, draft_id = COALESCE(excluded.draft_id, draft_id)`,
        values: rowOf(told, send),
        idempotent: true,
      },
    ];
  const settled = {
    sql: 'DELETE FROM unsettled_sends WHERE mark = ? AND (exchange_id = ? OR started_at <= ?)',
    // What another process sent since stays.
    values: [mark, exchangeId, succeeded ? startedAt : ''],
    idempotent: true,
  };
  if (!succeeded) return [settled];
  // What went out before as another request is asked about no more because of the content: only where that goes out again.
  const done = contentMarks.map((content) => ({
    sql: 'UPDATE unsettled_sends SET content_marks = NULL WHERE instr(content_marks, ?) > 0 AND started_at <= ?',
    values: [content, startedAt],
    idempotent: true,
  }));
  if (draftId === null) return [settled, ...done];
  // What the draft sent there before, as another request, is asked about no more because of the draft: only where that goes out again.
  const left = {
    sql: 'UPDATE unsettled_sends SET draft_id = NULL WHERE draft_id = ? AND destination_mark IS ? AND started_at <= ?',
    values: [draftId, destinationMark, startedAt],
    idempotent: true,
  };
  return [settled, ...done, left];
}
