import { describe, expect, it, vi } from 'vitest';
import { useTestingDatabase } from '../testing/use-testing-database';
import type { UnsettledMark } from './unsettled-mark';
import { UnsettledSends } from './unsettled-sends';
import { at, DRAFT, OUT, unsettledIn } from './unsettled-sends.fixture';

const testing = useTestingDatabase();
const { tell } = unsettledIn(testing);

it('only one of two tabs gets a claim, even if the database hangs', async () => {
  const execute = vi
    .spyOn(testing.database, 'execute')
    .mockImplementation(() => new Promise<never>(() => undefined));
  const run = new UnsettledSends(testing.database);
  void run.claim(OUT, at(1), []);
  expect(await run.claim(OUT, at(2), [])).toBe(false);
  // The person was asked about exchange 1, and said yes although the database had not answered.
  expect(await run.claim(OUT, at(3), ['exchange 1', Symbol('unchecked')])).toBe(true);
  execute.mockRestore();
});

describe('what another process has sent since this one was asked about', () => {
  const other = { ...OUT, mark: 'the mark of another plan' };
  const claim = (told: UnsettledMark, asked: readonly string[] = []) =>
    new UnsettledSends(testing.database).claim(told, at(2), asked);

  it.each<[string, UnsettledMark, UnsettledMark]>([
    ['the same request', OUT, OUT],
    ['another version of its draft', { ...other, draftId: DRAFT }, { ...OUT, draftId: DRAFT }],
    ['another with its content', { ...other, contentMarks: ['a', 'b'] }, { ...OUT, contentMarks: ['b'] }],
  ])('is found at the last moment if it is %s', async (_what, before, own) => {
    await tell(at(1), before);
    expect(await claim(own)).toBe(false);
    expect(await claim(own, [at(1).exchangeId])).toBe(true);
  });

  it('does not hold back another request of another draft with other content', async () => {
    await tell(at(1), { ...other, draftId: 'another draft', contentMarks: ['a'] });
    expect(await claim({ ...OUT, draftId: DRAFT, contentMarks: ['b'] })).toBe(true);
  });
});
