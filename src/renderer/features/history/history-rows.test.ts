import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '@shared/history/history';
import { historyRows, offsetOf, rowAt } from './history-rows';
import { pathOf, resultLabel, subjectOf, toneOf } from './describe-entry';

/** Local times: the list is grouped by the days of this computer. */
function entry(changes: Partial<HistoryEntry> & { at?: Date } = {}): HistoryEntry {
  const { at = new Date(2026, 10, 21, 10), ...rest } = changes;
  return {
    id: `${at.getTime()}`,
    place: at.getTime(),
    startedAt: at.toISOString(),
    operation: 'get_checkout_session',
    profile: { id: 'p', name: 'Sandbox EU', environment: 'sandbox' },
    method: 'GET',
    url: 'https://api.example/v1/checkout/sessions/abc%20d',
    destination: null,
    status: 200,
    outcome: 'answered',
    durationMs: 1,
    findings: 0,
    starred: false,
    note: '',
    replayOf: null,
    purpose: null,
    load: null,
    ...rest,
  };
}

const now = new Date(2026, 10, 21, 12);
const entries = [
  entry({ at: new Date(2026, 10, 21, 0, 0, 1) }),
  entry({ at: new Date(2026, 10, 20, 23, 59, 59) }),
  entry({ at: new Date(2026, 10, 20, 1) }),
  entry({ at: new Date(2026, 9, 31, 12) }),
];

describe('historyRows', () => {
  it('puts a heading before each day of this computer', () => {
    const words = historyRows(entries, now).map((row) => (row.kind === 'day' ? row.words : row.number));
    expect(words).toEqual(['Today', 1, 'Yesterday', 2, 3, 'Saturday, 31 October 2026', 4]);
  });

  it('knows where each row lies, so that nothing jumps when newer ones come', () => {
    const rows = historyRows(entries.slice(1), now);
    const later = historyRows(entries, now);
    const top = rowAt(rows, 50);
    expect(top).toEqual({ key: entries[2]?.id, offset: 72 });
    expect(offsetOf(later, top?.key ?? '')).toBe(72 + 28 + 44);
    expect(rowAt(rows, 28)).toEqual({ key: entries[1]?.id, offset: 28 });
    expect(offsetOf(later, 'gone')).toBeNull();
    expect(rowAt(rows, 10_000)).toBeNull();
  });
});

describe('the words of a line', () => {
  it.each([
    [entry(), 'abc%20d'],
    [entry({ operation: 'list_buyers', url: 'https://api.example/buyers?limit=5' }), '?limit=5'],
    [entry({ operation: 'list_buyers', url: 'https://api.example/buyers' }), 'first page'],
    [
      entry({ operation: 'vault_forward', destination: 'POST https://psp.example/charges' }),
      'POST psp.example/charges',
    ],
    [entry({ url: 'no url' }), 'no url'],
  ])('say what it was about: %#', (line, words) => {
    expect(subjectOf(line)).toBe(words);
  });

  it.each([
    [entry(), '200', 'success'],
    [entry({ status: 302 }), '302', 'warning'],
    [entry({ status: 404 }), '404', 'warning'],
    [entry({ status: 500 }), '500', 'error'],
    [entry({ status: null, outcome: 'unknown' }), 'unknown', 'warning'],
    [entry({ status: null, outcome: 'failed' }), 'not sent', 'error'],
    [entry({ status: null, outcome: 'cancelled' }), 'cancelled', 'warning'],
  ])('and what became of it: %#', (line, word, tone) => {
    expect([resultLabel(line), toneOf(line)]).toEqual([word, tone]);
  });

  it('keep the path of a URL that is none', () => {
    expect(pathOf('https://api.example/a?b=c')).toBe('/a?b=c');
    expect(pathOf('x')).toBe('x');
  });
});
