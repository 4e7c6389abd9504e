import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { lostSends } from './lost-history';
import { UnkeptSends } from './unkept-sends';
import type { UnsettledMark } from './unsettled-mark';
import { MAX_AT_ONCE, UnsettledSends } from './unsettled-sends';
import {
  at,
  DONE,
  DRAFT,
  EARLIER_MARK,
  MARK,
  MARKS,
  OUT,
  REFUSED,
  unsettledIn,
} from './unsettled-sends.fixture';

const testing = useTestingDatabase();
const { tell, lastOf, found } = unsettledIn(testing);

it('an answer known to this run does not hide what another process sent since', async () => {
  const own = new UnsettledSends(testing.database);
  own.note(OUT, at(1));
  expect(await lastOf(own)).toEqual(at(1));
  await tell(at(1), OUT);
  own.note(DONE, at(1));
  // The database does not have the answer yet.
  expect(await lastOf(own)).toBeNull();
  await tell(at(1), DONE);
  expect(await lastOf(own)).toBeNull();
  await tell(at(2), OUT);
  expect(await lastOf(own)).toEqual(at(2));
  own.note(OUT, at(3));
  own.note(DONE, at(3));
  // The person was asked about the one before it.
  expect(await lastOf(own)).toBeNull();
});

it.each([
  ['this run', (run: UnsettledSends) => run, (run: UnsettledSends) => run],
  ['another one', () => new UnsettledSends(testing.database), (run: UnsettledSends) => run],
  ['one before it', (run: UnsettledSends) => run, () => new UnsettledSends(testing.database)],
])(
  'a refused send leaves the outcome of the one before it open, sent by %s',
  async (_whose, first, second) => {
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
      // Even before the database has the outcome.
      expect(await lastOf(later)).toEqual(at(1));
      await tell(send, end);
      expect(await lastOf(later)).toEqual(at(1));
      expect(await found()).toEqual(at(1));
    }
    later.note(DONE, at(4));
    await tell(at(4), DONE);
    expect(await lastOf(later)).toBeNull();
    expect(await found()).toBeNull();
  },
);

it('a success settles earlier sends, but not later ones', async () => {
  await tell(at(1), OUT);
  await tell(at(2), DONE);
  expect(await found()).toBeNull();
  await tell(at(4), OUT);
  await tell(at(3), DONE);
  expect(await found()).toEqual(at(4));
  // The clock was set back while the answer was awaited.
  await tell(at(0, at(4).exchangeId), DONE);
  expect(await found()).toBeNull();
});

it('a success before the clock was set back does not hide later sends by another process', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at(9).startedAt) });
  const own = new UnsettledSends(testing.database);
  const whole = { draftId: DRAFT, contentMarks: ['content'] };
  own.note({ ...OUT, ...whole }, at(5));
  own.note({ ...DONE, ...whole }, at(5));
  await tell(at(5), { ...DONE, ...whole });
  vi.setSystemTime(at(0).startedAt);
  await tell(at(1), OUT);
  await tell(at(2), { ...OUT, mark: 'a second', ...whole });
  const same = await own.find(MARKS);
  expect(same.same).toEqual([at(1)]);
  const draft = await own.find({ ...MARKS, mark: 'a third', draftId: DRAFT });
  expect(draft.ofDraft).toEqual([at(2)]);
  const content = await own.find({ ...MARKS, mark: 'a third', contentMarks: ['content'] });
  expect(content.ofDraft).toEqual([at(2)]);
  vi.useRealTimers();
});

it('the send that went out last is reported, whichever was written last', async () => {
  await tell(at(2), OUT);
  await tell(at(1), OUT);
  expect(await found()).toEqual(at(2));
});

it('a send noted by an earlier version is found and settled like any other', async () => {
  await tell(at(1), { ...OUT, mark: EARLIER_MARK });
  await testing.database.execute({ sql: 'UPDATE unsettled_sends SET profile_name = NULL' });
  const run = new UnsettledSends(testing.database);
  expect(await lastOf(run)).toEqual({ ...at(1), profileName: null });
  await tell(at(2), DONE);
  expect(await lastOf(run)).toBeNull();
});

it.each(['its mark', 'the mark of an earlier version'])(
  'a send is found by %s behind any number of later requests',
  async (by) => {
    const isEarlier = by !== 'its mark';
    await tell(at(1), { ...OUT, mark: isEarlier ? EARLIER_MARK : MARK });
    if (isEarlier) await testing.database.execute({ sql: 'UPDATE unsettled_sends SET profile_name = NULL' });
    for (let other = 0; other <= MAX_AT_ONCE; other += 1)
      await tell(at(2, `another ${other}`), { ...OUT, mark: `other ${other}` });
    expect(await found()).toEqual({ ...at(1), profileName: isEarlier ? null : 'A profile' });
  },
);

it('a send this run makes after the database was asked is found too', async () => {
  const run = new UnsettledSends(testing.database);
  await tell(at(1), OUT);
  expect(await lastOf(run)).toEqual(at(1));
  const asked = run.ask();
  run.note(OUT, at(2));
  expect(await lastOf(run, asked)).toEqual(at(2));
});

it('marks of earlier versions are not computed if there is no other send', async () => {
  const marks = {
    ...MARKS,
    get earlierMarks(): readonly string[] {
      throw new Error('they were made');
    },
  };
  const run = new UnsettledSends(testing.database);
  expect((await run.find(marks)).same).toEqual([]);
  await tell(at(1), OUT);
  expect((await run.find(marks)).same).toEqual([at(1)]);
});

it('every send is reported, earliest first, whichever run it is from', async () => {
  await tell(at(2), OUT);
  const run = new UnsettledSends(testing.database);
  run.note(OUT, at(3));
  await tell(at(1), OUT);
  expect(await run.find(MARKS)).toEqual({ same: [at(1), at(2), at(3)], ofDraft: [] });
});

it('sends of this run are reported even if the database fails or hangs', async () => {
  for (const answer of [
    () => Promise.reject(new Error('SQLITE_IOERR')),
    () => new Promise<never>(() => undefined),
  ]) {
    const query = vi.spyOn(testing.database, 'query').mockImplementation(answer);
    const run = new UnsettledSends(testing.database);
    run.note(OUT, at(1));
    expect(await run.find(MARKS)).toEqual({ same: [at(1)], ofDraft: [] });
    query.mockRestore();
  }
});

describe('the history’s part of a send', () => {
  const keep = (id: string, notedOutcome: string | null) =>
    testing.database.execute({
      sql: `INSERT INTO exchanges (id, noted_outcome, started_at, operation, profile_id, profile_name, environment, method, url,
          status_class, outcome, duration_ms, findings, bytes)
        VALUES (?, ?, '', 'vault_forward', '', '', 'sandbox', 'POST', '', 0, 'unknown', 1, 0, 0)`,
      values: [id, notedOutcome],
    });

  it.each([
    ['this run', (run: UnsettledSends) => run],
    ['an earlier one', () => new UnsettledSends(testing.database)],
  ])('includes the outcome that the person noted: sent by %s', async (_whose, asking) => {
    const run = new UnsettledSends(testing.database);
    for (const second of [1, 2]) {
      run.note(OUT, at(second));
      await tell(at(second), OUT);
    }
    await keep('exchange 1', 'not-carried-out');
    await keep('exchange 2', null);
    const { same } = await asking(run).find(MARKS);
    expect(same).toEqual([{ ...at(1), notedOutcome: 'not-carried-out' }, at(2)]);
  });

  it('includes the status that left the outcome open, but not that of a truncated answer', async () => {
    const run = new UnsettledSends(testing.database);
    for (const second of [1, 2]) {
      await tell(at(second), OUT);
      await keep(`exchange ${second}`, null);
    }
    const set = (values: string, id: string) =>
      testing.database.execute({ sql: `UPDATE exchanges SET ${values} WHERE id = ?`, values: [id] });
    await set("outcome = 'answered', status = 504", 'exchange 1');
    await set("outcome = 'failed', status = 201", 'exchange 2');
    expect((await run.find(MARKS)).same).toEqual([{ ...at(1), answered: 504 }, at(2)]);
  });

  it('is left out if the database fails', async () => {
    const run = new UnsettledSends(testing.database);
    run.note(OUT, at(1));
    vi.spyOn(testing.database, 'query').mockRejectedValue(new Error('no disk'));
    expect((await run.find(MARKS)).same).toEqual([at(1)]);
  });
});

it.each([
  ['was set aside', { kind: 'open', notice: 'It was set aside.', hidesKept: true }, true],
  ['is read', { kind: 'open', notice: null }, false],
  [
    'cannot be read',
    { kind: 'session-only', reason: 'locked', detail: '', showsKept: false, hidesKept: true },
    true,
  ],
] as const)('a send may be hidden if the file %s, but not at the built-in server', (_what, state, hides) => {
  vi.spyOn(testing.database, 'state', 'get').mockReturnValue(state);
  const run = new UnsettledSends(testing.database);
  const at = (environment: 'sandbox' | 'local') => ({
    mark: MARK,
    destinationMark: '',
    profile: testingProfile({ environment }),
  });
  expect(run.mayHideOne(at('sandbox'))).toBe(hides);
  expect(run.mayHideOne(at('local'))).toBe(false);
});

it.each<[string, Partial<UnsettledMark>]>([
  ['draft', { draftId: DRAFT, destinationMark: 'there' }],
  ['content', { contentMarks: ['a'] }],
])('a success of the same %s leaves what was sent after it open', async (_what, shared) => {
  await tell(at(2), { ...OUT, mark: 'the mark of another plan', ...shared });
  await tell(at(1), { ...DONE, ...shared });
  const { ofDraft } = await new UnsettledSends(testing.database).find({ ...MARKS, ...shared });
  expect(ofDraft).toEqual([at(2)]);
});

it('somebody who checked what was lost up to a time is asked about what was lost later', async () => {
  const [time, later] = [at(1).startedAt, at(2).startedAt];
  await testing.database.execute(lostSends.mark(later));
  const run = new UnsettledSends(testing.database);
  await run.forgetLost(time);
  expect(await run.find(MARKS)).toMatchObject({ lostAt: later });
  await run.forgetLost(later);
  expect(await run.find(MARKS)).not.toHaveProperty('lostAt');
});

it('other runs learn that there was a send until its exchange is kept or its outcome is known', async () => {
  const id = '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55';
  const run = new UnsettledSends(testing.database, new UnkeptSends(join(testing.folder, 'unkept')));
  for (const settle of [() => run.endUnkept(id, true), () => run.note(REFUSED, at(1, id))]) {
    run.note(OUT, at(1, id));
    expect(await run.noteUnkept(id, false, [])).toBe(true);
    await run.endUnkept(id, false);
    expect(run.isUnkept(id)).toBe(true);
    await settle();
    await run.endUnkept(id, false);
    expect(run.isUnkept(id)).toBe(false);
  }
});
