import type { Statement } from '../database/database';

/** In place of a mark: of whatever may have been out when the sends of before could not be read. */
export const LOST_MARK = '*';

/**
 * What was without an outcome could not be read of an earlier file: the new one has a row that stands for all of it, until the person
 * says that they have looked (`UnsettledSends.forgetLost`).
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
