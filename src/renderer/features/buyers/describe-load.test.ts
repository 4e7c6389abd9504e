import { describe, expect, it } from 'vitest';
import type { LoadEnd } from '@shared/bridge/buyers';
import { describeEnd, describeRunning, describeStopped } from '@renderer/tools/describe-load';
import { exchangeOn, loadState, plainQuery, profiles } from './stores.fixture';

const state = loadState({ rows: 12_300, pages: 123, cap: 100_000 });
const problem = { code: 'x', title: 'T', meaning: 'M', nextStep: 'N', detail: null };

describe('the description of a load', () => {
  it('says how far it is, how fast, and what it is waiting for', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(describeRunning(state, 12_300, 500, now)).toBe('12,300 buyers on 123 pages, of at most 100,000');
    expect(describeRunning(state, 2_300, 2_000, now)).toContain('· 1,150 a second');
    expect(describeRunning({ ...state, paused: true }, 0, 9_000, now)).toContain('· paused');
    const wait = { reason: 'Rate limited by the service', until: '2026-01-01T00:00:04.200Z' };
    expect(describeRunning({ ...state, wait }, 0, 9_000, now)).toContain('by the service: continuing in 5 s');
    expect(describeRunning({ ...state, wait }, 0, 9_000, now + 60_000)).toContain('continuing in 0 s');
    expect(describeRunning(loadState({ rows: 1, pages: 1, cap: 5 }), 1, 0, now)).toMatch(
      /^1 buyer on 1 page,/,
    );
  });

  it.each<[LoadEnd, RegExp | null]>([
    [{ kind: 'complete' }, /^All of them: 12,300 buyers on 123 pages, in 9 s\.$/],
    [
      { kind: 'complete', oddCursor: '""' },
      /^12,300 buyers on 123 pages, in 9 s\. The last page gives "" as its next cursor, which leads nowhere: there may be more\.$/,
    ],
    [{ kind: 'cap' }, /as many as asked for\. There are more/],
    [{ kind: 'cancelled' }, /^Cancelled after 12,300/],
    [{ kind: 'cursor-loop', page: 0 }, /the one this load started from/],
    [{ kind: 'cursor-loop', page: 7 }, /the one it gave after page 7/],
    [{ kind: 'rows-loop' }, /had come before/],
    [{ kind: 'empty-pages', pages: 100 }, /last 100 pages were empty/],
    [{ kind: 'failed', exchange: exchangeOn(profiles[0]) }, null],
    [{ kind: 'refused', problem }, null],
  ])('says why it ended: %o', (end, expected) => {
    const words = describeEnd(end, state, 9_400);
    if (expected === null) expect(words).toBeNull();
    else expect(words).toMatch(expected);
  });

  it('says “All of them” only of a load that asked for every buyer', () => {
    for (const query of [
      { ...plainQuery, parameters: [['external_identifier', 'customer-123']] as const },
      { ...plainQuery, cursor: 'from-the-middle' },
    ])
      expect(describeEnd({ kind: 'complete' }, { ...state, query }, 9_400)).toBe(
        'All that were asked for: 12,300 buyers on 123 pages, in 9 s.',
      );
  });

  it('says what resuming restores', () => {
    const stopped = {
      loadId: 'x',
      profileId: 'a',
      query: plainQuery,
      cap: 1,
      rows: 10,
      pages: 2,
      nextCursor: null,
      stoppedAt: '2026-01-01T00:00:00Z',
      rowsKept: true,
      refusal: null,
    };
    const now = new Date('2026-01-01T00:03:00Z');
    expect(describeStopped(stopped, now)).toBe(
      'A load stopped 3 min ago, after 10 buyers on 2 pages. Resuming restores its rows.',
    );
    // The clock of the screen is behind that of the load.
    expect(describeStopped(stopped, new Date('2025-12-31T23:59:58Z'))).toContain('stopped just now,');
    expect(describeStopped({ ...stopped, rowsKept: false }, now)).toContain('were not kept');
    expect(describeStopped({ ...stopped, refusal: 'Because.' }, now)).toMatch(
      /It cannot be resumed\. Because\.$/,
    );
  });
});
