import { describe, expect, it } from 'vitest';
import type { HeaderList, Timings } from '@shared/http/exchange';
import type { TransportResponse } from '../transport/types';
import { skewOf } from '@shared/profiles/clock-skew';
import { ClockWatch } from './clock-watch';

const START = Date.parse('2026-11-21T12:00:00.000Z');
const timings: Timings = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: 100,
  downloadMs: 60_000,
  totalMs: 60_200,
};

/** An answer whose `Date` header is this many ms ahead of the request. */
function answered(ahead: number, more: HeaderList = []): Parameters<typeof skewOf>[0] {
  const headers: HeaderList = [['Date', new Date(START + ahead).toUTCString()], ...more];
  const response: TransportResponse = {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers,
    bodyId: 'b',
    bodyBytes: 0,
    wireBytes: 0,
    undecoded: [],
    tls: null,
  };
  return { startedAt: new Date(START).toISOString(), timings, response };
}

describe('skewOf', () => {
  it('compares with the time when the head arrived, not the end of the body', () => {
    expect(skewOf(answered(60_000))).toBe(59_800);
  });
  it('ignores a cached answer and a missing response', () => {
    expect(skewOf(answered(-600_000, [['age', '600']]))).toBeNull();
    expect(skewOf({ ...answered(0), response: null })).toBeNull();
  });
});

describe('ClockWatch', () => {
  it('reports each profile once, again on a change, and when the skew is gone', () => {
    const told: (readonly [string, number | null])[] = [];
    const watch = new ClockWatch((profileId, skewMs) => told.push([profileId, skewMs]));
    watch.note('a', answered(0));
    watch.note('a', answered(29_000));
    expect(told).toEqual([]);
    watch.note('a', answered(60_000));
    watch.note('a', answered(62_000));
    watch.note('b', answered(-90_000));
    watch.note('a', answered(120_000));
    watch.note('a', answered(0));
    expect(told).toEqual([
      ['a', 59_800],
      ['b', -89_001],
      ['a', 119_800],
      ['a', null],
    ]);
  });
});
