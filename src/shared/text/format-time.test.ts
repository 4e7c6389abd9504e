import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  distanceFromNow,
  durationSince,
  formatDuration,
  formatFullerDuration,
  formatMoment,
  clockTime,
  dayKey,
  exactLocal,
  exactMoment,
  formatDay,
  exactUtc,
  parseDateTime,
  timeSince,
} from './format-time';

const someTime = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });

describe('parseDateTime', () => {
  it('reads back what toISOString writes', () => {
    fc.assert(
      fc.property(someTime, (time) => {
        expect(parseDateTime(time.toISOString())).toEqual(time);
      }),
    );
  });

  it.each([
    ['2026-11-21T02:44:52+00:00', '2026-11-21T02:44:52.000Z'],
    ['2026-11-21T02:44:52.123456+05:30', '2026-11-20T21:14:52.123Z'],
    ['2026-11-21t02:44:52.5z', '2026-11-21T02:44:52.500Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ])('reads %s', (text, expected) => {
    expect(parseDateTime(text)?.toISOString()).toBe(expected);
  });

  it.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-11-21T02:44:52',
    '2023-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T02:44:52+24:00',
  ])('refuses %j', (text) => {
    expect(parseDateTime(text)).toBeNull();
  });
});

describe('distanceFromNow', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it.each([
    ['2026-11-21T12:00:00.900Z', 'just now'],
    ['2026-11-21T11:59:48Z', '12 s ago'],
    ['2026-11-21T12:04:59Z', 'in 4 min'],
    ['2026-11-21T08:30:00Z', '3 h ago'],
    ['2026-11-22T12:00:00Z', 'in 1 day'],
    ['2026-11-01T12:00:00Z', '20 days ago'],
    ['2026-08-01T12:00:00Z', '3 months ago'],
    ['2023-11-01T12:00:00Z', '3 years ago'],
    ['9999-12-31T23:59:59Z', 'in 7,972 years'],
  ])('%s is %s', (time, words) => {
    expect(distanceFromNow(new Date(time), now)).toBe(words);
  });

  it('never says less for a longer time', () => {
    const seconds = {
      s: 1,
      min: 60,
      h: 3600,
      day: 86_400,
      days: 86_400,
      month: 2_600_000,
      months: 2_600_000,
      year: 31_000_000,
      years: 31_000_000,
    };
    const size = (words: string | null): number => {
      const [count = '0', unit = 's'] = (words ?? '0 s').split(' ');
      return Number(count) * (seconds[unit as keyof typeof seconds] ?? Number.NaN);
    };
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), fc.nat({ max: 1e9 }), (one, more) => {
        expect(size(formatDuration((one + more) * 1000))).toBeGreaterThanOrEqual(
          size(formatDuration(one * 1000)),
        );
      }),
    );
  });
});

it.each([
  [999, null],
  [40_000, '40 s'],
  [160_000, '2 min 40 s'],
  [2 * 3_600_000 + 59_000, '2 h'],
  [5.5 * 3_600_000, '5 h 30 min'],
  [3 * 86_400_000 - 1, '2 days 23 h'],
  [3 * 86_400_000, '3 days'],
  [59 * 86_400_000 + 3_600_000, '59 days 1 h'],
  [75 * 86_400_000, '2 months'],
])('also says what remains of %d ms after the whole unit', (milliseconds, words) => {
  expect(formatFullerDuration(milliseconds)).toBe(words);
});

describe('exact times', () => {
  it('shows both clocks', () => {
    const time = new Date('2026-07-01T22:30:05Z');
    expect(exactUtc(time)).toBe('2026-07-01 22:30:05 UTC');
    expect(exactLocal(time, 'Europe/Berlin')).toBe('2026-07-02 00:30:05 +02:00');
    expect(exactLocal(time, 'Asia/Kolkata')).toBe('2026-07-02 04:00:05 +05:30');
    expect(exactLocal(time, 'America/St_Johns')).toBe('2026-07-01 20:00:05 -02:30');
    expect(exactLocal(time, 'UTC')).toBe('2026-07-01 22:30:05 +00:00');
  });

  // What systems write for "never" and for "no date".
  it.each([
    ['9999-12-31T23:59:59Z', 'Europe/Berlin', '1 Jan 10000 00:59 +01:00', '10000-01-01 00:59:59 +01:00'],
    ['9999-07-01T00:00:00Z', 'Europe/Berlin', '1 Jul 9999 02:00 +02:00', '9999-07-01 02:00:00 +02:00'],
    ['9999-12-31T23:59:59-01:00', 'UTC', '1 Jan 10000 00:59 UTC', '10000-01-01 00:59:59 UTC'],
    ['0001-01-01T00:00:00Z', 'UTC', '1 Jan 0001 00:00 UTC', '0001-01-01 00:00:00 UTC'],
    ['0001-01-01T00:00:00Z', 'Europe/Berlin', '1 Jan 0001 00:53 +00:53', '0001-01-01 00:53:28 +00:53'],
    ['0001-01-01T00:00:00Z', 'America/New_York', '31 Dec 0000 19:03 -04:56', '0000-12-31 19:03:58 -04:56'],
    ['1582-10-10T12:00:00Z', 'Asia/Tokyo', '10 Oct 1582 21:18 +09:19', '1582-10-10 21:18:59 +09:19'],
  ])('writes %s in %s', (text, zone, moment, exact) => {
    const time = new Date(text);
    expect(formatMoment(time, zone)).toBe(moment);
    expect(exactMoment(time, zone)).toBe(exact);
  });

  it('writes a local time that means the same moment', () => {
    const recent = fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        recent,
        fc.constantFrom('Europe/Berlin', 'America/New_York', 'Pacific/Chatham', 'Asia/Tehran'),
        (time, zone) => {
          const back = parseDateTime(exactLocal(time, zone).replace(' ', 'T').replace(' ', ''));
          expect(back?.getTime()).toBe(Math.floor(time.getTime() / 1000) * 1000);
        },
      ),
    );
  });
});

describe('how long ago something was', () => {
  const now = new Date('2026-11-22T08:00:00Z');
  const later = new Date('2026-11-22T08:00:04Z');

  it('is never in the future, even on a clock that is behind', () => {
    expect(timeSince(later, now)).toBe('just now');
    expect(durationSince(later, now)).toBeNull();
  });

  it('is otherwise described like any distance', () => {
    expect(timeSince(now, later)).toBe('4 s ago');
    expect(durationSince(now, later)).toBe('4 s');
  });
});

it('writes a moment in another zone with its offset', () => {
  const time = new Date('2026-11-21T23:44:52Z');
  expect(formatMoment(time)).toBe('21 Nov 2026 23:44 UTC');
  expect(formatMoment(time, 'Europe/Berlin')).toBe('22 Nov 2026 00:44 +01:00');
  expect(formatMoment(time, 'America/St_Johns')).toBe('21 Nov 2026 20:14 -03:30');
  expect(formatMoment(time, 'Europe/Berlin', true)).toMatch(/^22 Nov 2026 00:44:\d\d \+01:00$/);
});

describe('the clock and the calendar of a place', () => {
  const time = new Date('2026-03-29T00:30:05.042Z');

  it('use the given zone, whatever the computer’s is', () => {
    expect(clockTime(time, 'America/New_York')).toBe('20:30:05');
    expect(clockTime(time, 'Pacific/Chatham', true)).toBe('14:15:05.042');
    expect(exactMoment(time, 'America/New_York')).toBe('2026-03-28 20:30:05 -04:00');
    expect(exactMoment(time, 'UTC')).toBe('2026-03-29 00:30:05 UTC');
    expect(dayKey(time, 'America/New_York')).toBe('2026-03-28');
    expect(dayKey(time, 'Pacific/Chatham')).toBe('2026-03-29');
  });

  it('name a day by that calendar, even a day of 23 hours', () => {
    const berlin = (at: Date, now: string): string => formatDay(at, new Date(now), 'Europe/Berlin');
    expect(berlin(time, '2026-03-29T21:59:00Z')).toBe('Today');
    expect(berlin(time, '2026-03-29T22:01:00Z')).toBe('Yesterday');
    expect(berlin(time, '2026-03-30T22:01:00Z')).toBe('Sunday, 29 March 2026');
    expect(formatDay(time, new Date('2026-03-30T22:01:00Z'), 'America/New_York')).toBe(
      'Saturday, 28 March 2026',
    );
  });
});
