import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { testingEntry } from '@shared/testing/testing-entry';
import { historyRows, offsetOf, rowAt } from './history-rows';
import { endOf, resultLabel, stateOf, subjectOf, titleOf } from './describe-entry';

/** Neither UTC, nor likely to be the zone of a computer that runs this. */
const ZONE = 'Pacific/Chatham';
/** The date for a time on that zone's clock. */
const there = (day: string, clock: string): Date => new Date(`${day}T${clock}+13:45`);

function entry(changes: Partial<HistoryEntry> & { at?: Date } = {}): HistoryEntry {
  const { at = there('2026-11-21', '10:00:00'), ...rest } = changes;
  return testingEntry({
    id: `${at.getTime()}`,
    place: at.getTime(),
    startedAt: at.toISOString(),
    url: 'https://api.example/v1/checkout/sessions/abc%20d',
    ...rest,
  });
}

const now = there('2026-11-21', '12:00:00');
const entries = [
  entry({ at: there('2026-11-21', '00:00:01') }),
  entry({ at: there('2026-11-20', '23:59:59') }),
  entry({ at: there('2026-11-20', '01:00:00') }),
  entry({ at: there('2026-10-31', '12:00:00') }),
];

describe('historyRows', () => {
  it('puts a heading before each day, in a time zone other than the computer’s', () => {
    const words = historyRows(entries, now, ZONE).map((row) => (row.kind === 'day' ? row.words : row.number));
    expect(words).toEqual(['Today', 1, 'Yesterday', 2, 3, 'Saturday, 31 October 2026', 4]);
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).not.toBe(ZONE);
  });

  it('finds the row at a position, and the position of a row after newer ones have been added', () => {
    const rows = historyRows(entries.slice(1), now, ZONE);
    const later = historyRows(entries, now, ZONE);
    const top = rowAt(rows, 50);
    expect(top).toEqual({ key: entries[2]?.id, offset: 72 });
    expect(offsetOf(later, top?.key ?? '')).toBe(72 + 28 + 44);
    expect(rowAt(rows, 28)).toEqual({ key: entries[1]?.id, offset: 28 });
    expect(offsetOf(later, 'gone')).toBeNull();
    expect(rowAt(rows, 10_000)).toBeNull();
  });
});

const NOW = new Date('2026-11-21T10:00:00Z');
const session = (expiresAt: string | null) => ({ who: 'Ada Example', total: '13591', expiresAt, note: null });

describe('the texts of a line', () => {
  it.each([
    [entry(), 'abc%20d'],
    [entry({ operation: 'list_buyers', url: 'https://api.example/buyers?limit=5' }), '?limit=5'],
    [entry({ operation: 'list_buyers', url: 'https://api.example/buyers' }), 'first page'],
    [
      entry({ operation: 'vault_forward', destination: 'POST https://psp.example/charges' }),
      'POST psp.example/charges',
    ],
    [entry({ url: 'no url' }), 'no url'],
  ])('name the subject: %#', (line, words) => {
    expect(subjectOf(line)).toBe(words);
  });

  it.each([
    [entry(), '200', 'valid'],
    [entry({ summary: session('2026-11-21T09:00:00Z') }), '200', 'expired'],
    [entry({ summary: session('2026-11-21T10:30:00Z') }), '200', 'soon'],
    [entry({ summary: session('2026-11-22T10:00:00Z') }), '200', 'valid'],
    [entry({ status: 302 }), '302', 'neutral'],
    [entry({ status: 403 }), '403', 'soon'],
    [entry({ status: 404 }), '404', 'neutral'],
    [entry({ status: 422 }), '422', 'failed'],
    [entry({ status: 500 }), '500', 'failed'],
    [entry({ status: null, outcome: 'unknown' }), 'unknown', 'soon'],
    [entry({ status: null, outcome: 'failed' }), 'no answer', 'failed'],
    [entry({ status: null, outcome: 'cancelled' }), 'cancelled', 'neutral'],
  ])('show the result, with its tone: %#', (line, word, tone) => {
    expect([resultLabel(line), stateOf(line, NOW).tone]).toEqual([word, tone]);
  });

  it('show the person and the amount, or else what was requested and how it ended', () => {
    expect([
      titleOf(entry({ summary: session(null) }), NOW),
      endOf(entry({ summary: session(null) })),
    ]).toEqual(['Ada Example', '13,591']);
    expect([titleOf(entry({ status: 404 }), NOW), endOf(entry({ status: 404 }))]).toEqual([
      'Session: not found',
      '404',
    ]);
  });
});
