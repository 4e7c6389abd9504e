import type { Statement } from '../database/database';

/** Takes the place of a mark in the row that stands for all sends that could not be read. */
export const LOST_MARK = '*';

/**
 * The unsettled sends of an earlier file could not be read: the new file gets a row that stands for all of them, until
 * the person says that they have looked (`UnsettledSends.forgetLost`).
 */
export const whenSendsAreLost = {
  table: 'unsettled_sends',
  tell: (at: string): Statement => ({
    sql: `INSERT INTO unsettled_sends (mark, exchange_id, started_at) VALUES ('${LOST_MARK}', '', ?)
      ON CONFLICT (mark, exchange_id) DO UPDATE SET started_at = excluded.started_at`,
    values: [at],
    idempotent: true,
  }),
};
