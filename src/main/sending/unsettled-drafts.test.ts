import { describe, expect, it, vi } from 'vitest';
import { useTestingDatabase } from '../testing/use-testing-database';
import { type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import { UnsettledSends } from './unsettled-sends';
import { at, CHANGED, DONE, DRAFT, MARKS, OUT, REFUSED, unsettledIn } from './unsettled-sends.fixture';

const testing = useTestingDatabase();
const { tell } = unsettledIn(testing);

describe('a draft that was sent as another request', () => {
  const ofDraft = async (run = new UnsettledSends(testing.database), draftId = DRAFT) =>
    (await run.find({ ...MARKS, draftId })).ofDraft;
  const both = async (run: UnsettledSends, mark: UnsettledMark, send: UnsettledSend) => {
    run.note(mark, send);
    await tell(send, mark);
  };

  it('is reported in this run and the next, and for no other draft', async () => {
    const run = new UnsettledSends(testing.database);
    run.note(CHANGED, at(1));
    expect(await ofDraft(run)).toEqual([at(1)]);
    await tell(at(1), CHANGED);
    expect(await ofDraft(run)).toEqual([at(1)]);
    expect(await run.find({ ...MARKS, draftId: DRAFT })).toEqual({ same: [], ofDraft: [at(1)] });
    expect(await ofDraft()).toEqual([at(1)]);
    expect(await ofDraft(run, 'another')).toEqual([]);
    expect((await run.find(MARKS)).ofDraft).toEqual([]);
  });

  it('is listed as open while it is unsettled, with its family unless the draft was carried out since', async () => {
    const run = new UnsettledSends(testing.database);
    const NONE = { families: [], any: false };
    const OPEN = { families: [DRAFT], any: true };
    const listed = () => Promise.all([run, new UnsettledSends(testing.database)].map((one) => one.open()));
    expect(await listed()).toEqual([NONE, NONE]);
    // A send without a draft is not listed for any draft.
    await both(run, OUT, at(0));
    expect(await listed()).toEqual([
      { families: [], any: true },
      { families: [], any: true },
    ]);
    await both(run, CHANGED, at(1));
    await both(run, { ...CHANGED, mark: 'a third plan' }, at(2));
    expect(await listed()).toEqual([OPEN, OPEN]);
    await both(run, { ...DONE, draftId: DRAFT, destinationMark: 'elsewhere' }, at(3));
    expect(await listed()).toEqual([OPEN, OPEN]);
    run.note({ ...DONE, draftId: DRAFT }, at(4));
    expect((await listed())[0]?.families).toEqual([]);
    await tell(at(4), { ...DONE, draftId: DRAFT });
    expect((await listed()).map(({ families }) => families)).toEqual([[], []]);
  });

  it('is reported if the clock was set back after a success of the draft', async () => {
    const run = new UnsettledSends(testing.database);
    run.note({ ...CHANGED, mark: 'the first' }, at(5));
    run.note({ ...CHANGED, mark: 'the first', isKnown: true, succeeded: true }, at(5));
    run.note(CHANGED, at(1));
    expect((await run.find({ ...MARKS, draftId: DRAFT })).ofDraft).toEqual([at(1)]);
    expect(await run.open()).toEqual({ families: [DRAFT], any: true });
  });

  it('is reported until its outcome is known, or a later send of the draft succeeds', async () => {
    const run = new UnsettledSends(testing.database);
    await both(run, CHANGED, at(1));
    await both(run, { ...CHANGED, isKnown: true }, at(1));
    expect([await ofDraft(run), await ofDraft()]).toEqual([[], []]);
    await both(run, CHANGED, at(2));
    await both(run, { ...REFUSED, draftId: DRAFT }, at(3));
    expect([await ofDraft(run), await ofDraft()]).toEqual([[at(2)], [at(2)]]);
    run.note({ ...DONE, draftId: DRAFT }, at(4));
    // Before the database has the outcome.
    expect(await ofDraft(run)).toEqual([]);
    await tell(at(4), { ...DONE, draftId: DRAFT });
    expect([await ofDraft(run), await ofDraft()]).toEqual([[], []]);
    // A success at another destination says nothing about what may be out here.
    const elsewhere = { ...CHANGED, mark: 'a third plan', destinationMark: 'elsewhere' };
    await both(run, elsewhere, at(0));
    expect([await ofDraft(run), await ofDraft()]).toEqual([[at(0)], [at(0)]]);
    await both(run, { ...elsewhere, isKnown: true, succeeded: true }, at(0));
    // The very same request is still asked about.
    expect((await run.find({ ...MARKS, mark: CHANGED.mark })).same).toEqual([at(2)]);
    await both(run, CHANGED, at(5));
    expect([await ofDraft(run), await ofDraft()]).toEqual([[at(5)], [at(5)]]);
  });
});

describe('the family of an exchange', () => {
  const ofFamily = async (run: UnsettledSends, draftId: string) =>
    (await run.find({ mark: 'a mended one', earlierMarks: [], draftId })).ofDraft;

  it.each([
    ['this run', (run: UnsettledSends) => run],
    ['an earlier one', () => new UnsettledSends(testing.database)],
  ])('is its draft, or itself without one, and finds its sends: asked by %s', async (_whose, asking) => {
    const run = new UnsettledSends(testing.database);
    for (const [mark, send] of [
      [CHANGED, at(1)],
      [OUT, at(2)],
    ] as const) {
      run.note(mark, send);
      await tell(send, mark);
    }
    const own = asking(run);
    expect(await own.familyOf('exchange 1')).toBe(DRAFT);
    expect(await own.familyOf('exchange 2')).toBe('exchange 2');
    expect(await own.familyOf('another')).toBeNull();
    for (const later of [own, new UnsettledSends(testing.database)]) {
      expect(await ofFamily(later, DRAFT)).toEqual([at(1)]);
      expect(await ofFamily(later, 'exchange 2')).toEqual([at(2)]);
    }
  });

  it('is kept when its send ends without an outcome', async () => {
    const run = new UnsettledSends(testing.database);
    const both = async (): Promise<void> => {
      run.note(OUT, at(1));
      await tell(at(1), OUT);
    };
    await both();
    expect(await run.familyOf('exchange 1')).toBe('exchange 1');
    await both();
    for (const later of [run, new UnsettledSends(testing.database)])
      expect(await ofFamily(later, 'exchange 1')).toEqual([at(1)]);
  });

  it('finds its sends even if the database fails later', async () => {
    const run = new UnsettledSends(testing.database);
    run.note(OUT, at(1));
    await tell(at(1), OUT);
    expect(await run.familyOf('exchange 1')).toBe('exchange 1');
    vi.spyOn(testing.database, 'query').mockRejectedValue(new Error('no disk'));
    expect(await ofFamily(run, 'exchange 1')).toEqual([at(1)]);
  });

  it('is null once its outcome is known, even before the database has it', async () => {
    const run = new UnsettledSends(testing.database);
    run.note(CHANGED, at(1));
    await tell(at(1), CHANGED);
    run.note({ ...CHANGED, isKnown: true }, at(1));
    expect(await run.familyOf('exchange 1')).toBeNull();
    await tell(at(1), { ...CHANGED, isKnown: true });
    expect(await new UnsettledSends(testing.database).familyOf('exchange 1')).toBeNull();
  });
});
