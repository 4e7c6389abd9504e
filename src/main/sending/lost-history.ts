import type { Statement } from '../database/database';

/** The mark of the one row that stands for all sends that could not be read. */
export const LOST_MARK = '*';

/**
 * When an earlier file's unsettled sends could not be read, the new file gets one row for all of them, until the
 * person says that they have checked (`UnsettledSends.forgetLost`).
 */
export const lostSends = {
  table: 'unsettled_sends',
  mark: (at: string): Statement => ({
    sql: `INSERT INTO unsettled_sends (mark, exchange_id, started_at) VALUES ('${LOST_MARK}', '', ?)
      ON CONFLICT (mark, exchange_id) DO UPDATE SET started_at = excluded.started_at`,
    values: [at],
    idempotent: true,
  }),
};
