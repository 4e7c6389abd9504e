import type { NotedOutcome } from '@shared/history/noted-outcome';
import type { Exchange } from '@shared/http/exchange';
import { questionMarks, type Statement } from '../database/database';

export interface UnsettledSend {
  readonly exchangeId: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /**
   * The profile's name at that time; null for a send noted by an earlier version, which only matched sends of the
   * same profile.
   */
  readonly profileName: string | null;
  /** The status of an answer that does not say whether the request was carried out. */
  readonly answered?: number;
  /** How it ended, as the person noted in the history; the app still asks about the send. */
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

/** What is noted about a send that may have an effect: that it goes out, or how it ended. */
export interface UnsettledMark {
  /** `Plan.mark`. */
  readonly mark: string;
  /** The family of its draft (`Order.draftId`); null if it has none. */
  readonly draftId: string | null;
  /** `Plan.destinationMark`; null for a send noted by an earlier version. */
  readonly destinationMark: string | null;
  /** `Plan.contentMarks`; empty for a send noted by an earlier version. */
  readonly contentMarks: readonly string[];
  /** True if an answer says how it ended, or if it certainly did not arrive. */
  readonly isKnown: boolean;
  /** True if the answer says that it was carried out (2xx): it then no longer matters whether earlier sends were. */
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
 * Notes that the request goes out, unless the database has another send of the same request, draft or content that is
 * not in `others`; in that case no row changes. One statement does both, so that of two processes asking at once, one
 * sees the other's row.
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
      SELECT ${questionMarks(row)} WHERE NOT EXISTS (SELECT 1 FROM unsettled_sends
        WHERE exchange_id NOT IN (${questionMarks(known)}) AND (${isAlike.join(' OR ')}))`,
    values: [...row, ...known, mark, draftId, ...contentMarks],
    idempotent: true,
  };
}

/** Statements for the transaction that writes the exchange, so that the database has both or neither. */
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
    // Later sends by another process stay.
    values: [mark, exchangeId, succeeded ? startedAt : ''],
    idempotent: true,
  };
  if (!succeeded) return [settled];
  // Earlier sends with the same content but as other requests: the content is no longer a reason to ask about them.
  // They are asked about only if the very same request goes out again.
  const done = contentMarks.map((content) => ({
    sql: 'UPDATE unsettled_sends SET content_marks = NULL WHERE instr(content_marks, ?) > 0 AND started_at <= ?',
    values: [content, startedAt],
    idempotent: true,
  }));
  if (draftId === null) return [settled, ...done];
  // Earlier sends of the draft to this destination but as other requests: the draft is no longer a reason to ask
  // about them. They are asked about only if the very same request goes out again.
  const left = {
    sql: 'UPDATE unsettled_sends SET draft_id = NULL WHERE draft_id = ? AND destination_mark IS ? AND started_at <= ?',
    values: [draftId, destinationMark, startedAt],
    idempotent: true,
  };
  return [settled, ...done, left];
}
