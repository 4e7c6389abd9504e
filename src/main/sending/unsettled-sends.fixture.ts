import type { TestingDatabase } from '../testing/testing-database';
import { markUnsettled, type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import { UnsettledSends } from './unsettled-sends';

export const MARK = 'the mark of a plan';
export const EARLIER_MARK = 'the mark of an earlier version';
export const MARKS = { mark: MARK, earlierMarks: ['another', EARLIER_MARK], draftId: null };

export const at = (second: number, exchangeId = `exchange ${second}`): UnsettledSend => ({
  exchangeId,
  startedAt: `2026-11-24T10:00:0${second}.000Z`,
  profileName: 'A profile',
});
export const OUT = {
  mark: MARK,
  draftId: null,
  destinationMark: null,
  contentMarks: [],
  isKnown: false,
  succeeded: false,
};
export const REFUSED = { ...OUT, isKnown: true };
export const DONE = { ...OUT, isKnown: true, succeeded: true };
export const DRAFT = '00000000-0000-4000-8000-0000000000d1';
/** A send of the draft as another request. */
export const CHANGED = { ...OUT, mark: 'the mark of another plan', draftId: DRAFT };

/** What the database is told of sends, and what is found there, in the tests' database. */
export function unsettledIn(testing: TestingDatabase) {
  const tell = (send: UnsettledSend, mark: UnsettledMark) =>
    testing.database.transaction(markUnsettled(mark, send));
  const lastOf = async (run: UnsettledSends, asked = run.ask()) =>
    (await run.find(MARKS, asked)).same.at(-1) ?? null;
  const found = () => lastOf(new UnsettledSends(testing.database));
  return { tell, lastOf, found };
}
