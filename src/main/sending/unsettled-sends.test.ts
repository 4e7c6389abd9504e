import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { markUnsettled, UnsettledSends, type UnsettledSend } from './unsettled-sends';

const MARK = 'the mark of a plan';

let testing: TestingDatabase;
beforeEach(() => {
  testing = openTestingDatabase();
});
afterEach(() => testing.remove());

const at = (second: number, exchangeId = `exchange ${second}`): UnsettledSend => ({
  exchangeId,
  startedAt: `2026-11-24T10:00:0${second}.000Z`,
});
const tell = (send: UnsettledSend, isKnown: boolean) =>
  testing.database.execute(markUnsettled({ mark: MARK, isKnown }, send));

it('what this run has an answer to does not hide what another process sent since', async () => {
  const own = new UnsettledSends(testing.database);
  own.note(MARK, at(1));
  expect(await own.find(MARK)).toEqual(at(1));
  await tell(at(1), false);
  own.settle(MARK, at(1));
  // The database has not heard of the answer yet.
  expect(await own.find(MARK)).toBeNull();
  await tell(at(1), true);
  expect(await own.find(MARK)).toBeNull();
  await tell(at(2), false);
  expect(await own.find(MARK)).toEqual(at(2));
  own.note(MARK, at(3));
  own.settle(MARK, at(3));
  // The person was asked about the one before it.
  expect(await own.find(MARK)).toBeNull();
});

it('an answer settles what went out before it, not what went out since', async () => {
  await tell(at(1), false);
  await tell(at(2), true);
  expect(await new UnsettledSends(testing.database).find(MARK)).toBeNull();
  await tell(at(4), false);
  await tell(at(3), true);
  expect(await new UnsettledSends(testing.database).find(MARK)).toEqual(at(4));
  // The clock was set back while it was awaited.
  await tell(at(0, at(4).exchangeId), true);
  expect(await new UnsettledSends(testing.database).find(MARK)).toBeNull();
});

it('what is written late is not taken for the last that went out', async () => {
  await tell(at(2), false);
  await tell(at(1), false);
  expect(await new UnsettledSends(testing.database).find(MARK)).toEqual(at(2));
  await tell(at(3), false);
  expect(await new UnsettledSends(testing.database).find(MARK)).toEqual(at(3));
});
