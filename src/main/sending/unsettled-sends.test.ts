import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { markUnsettled, UnsettledSends, type UnsettledMark, type UnsettledSend } from './unsettled-sends';

const MARK = 'the mark of a plan';
const EARLIER_MARK = 'the mark of an earlier version';

let testing: TestingDatabase;
beforeEach(() => {
  testing = openTestingDatabase();
});
afterEach(() => testing.remove());

const at = (second: number, exchangeId = `exchange ${second}`): UnsettledSend => ({
  exchangeId,
  startedAt: `2026-11-24T10:00:0${second}.000Z`,
  profileName: 'A profile',
});
const OUT = { mark: MARK, isKnown: false, succeeded: false };
const REFUSED = { mark: MARK, isKnown: true, succeeded: false };
const DONE = { mark: MARK, isKnown: true, succeeded: true };
const tell = (send: UnsettledSend, mark: UnsettledMark) =>
  testing.database.execute(markUnsettled(mark, send));
const found = () => new UnsettledSends(testing.database).find(MARK);

it('what this run has an answer to does not hide what another process sent since', async () => {
  const own = new UnsettledSends(testing.database);
  own.note(OUT, at(1));
  expect(await own.find(MARK)).toEqual(at(1));
  await tell(at(1), OUT);
  own.note(DONE, at(1));
  // The database has not heard of the answer yet.
  expect(await own.find(MARK)).toBeNull();
  await tell(at(1), DONE);
  expect(await own.find(MARK)).toBeNull();
  await tell(at(2), OUT);
  expect(await own.find(MARK)).toEqual(at(2));
  own.note(OUT, at(3));
  own.note(DONE, at(3));
  // The person was asked about the one before it.
  expect(await own.find(MARK)).toBeNull();
});

it.each([
  ['this run', (run: UnsettledSends) => run, (run: UnsettledSends) => run],
  ['another one', () => new UnsettledSends(testing.database), (run: UnsettledSends) => run],
  ['one before it', (run: UnsettledSends) => run, () => new UnsettledSends(testing.database)],
])('a send that is refused leaves open what came of the one before, of %s', async (_whose, first, second) => {
  const run = new UnsettledSends(testing.database);
  first(run).note(OUT, at(1));
  await tell(at(1), OUT);
  const later = second(run);
  for (const [send, end] of [
    [at(2), REFUSED],
    [at(3), REFUSED],
  ] as const) {
    later.note(OUT, send);
    await tell(send, OUT);
    later.note(end, send);
    // Also before the database has heard of it.
    expect(await later.find(MARK)).toEqual(at(1));
    await tell(send, end);
    expect(await later.find(MARK)).toEqual(at(1));
    expect(await found()).toEqual(at(1));
  }
  later.note(DONE, at(4));
  await tell(at(4), DONE);
  expect(await later.find(MARK)).toBeNull();
  expect(await found()).toBeNull();
});

it('what was carried out settles what went out before it, not what went out since', async () => {
  await tell(at(1), OUT);
  await tell(at(2), DONE);
  expect(await found()).toBeNull();
  await tell(at(4), OUT);
  await tell(at(3), DONE);
  expect(await found()).toEqual(at(4));
  // The clock was set back while it was awaited.
  await tell(at(0, at(4).exchangeId), DONE);
  expect(await found()).toBeNull();
});

it('the last that went out is the one that is told of, whichever was written last', async () => {
  await tell(at(2), OUT);
  await tell(at(1), OUT);
  expect(await found()).toEqual(at(2));
});

it('a send of an earlier version, which had a mark for each profile, is found and settled as any other', async () => {
  await tell(at(1), { ...OUT, mark: EARLIER_MARK });
  await testing.database.execute({ sql: 'UPDATE unsettled_sends SET profile_name = NULL' });
  const run = new UnsettledSends(testing.database);
  expect(await run.find(MARK, ['another', EARLIER_MARK])).toEqual({ ...at(1), profileName: null });
  await tell(at(2), DONE);
  expect(await run.find(MARK, ['another', EARLIER_MARK])).toBeNull();
});
