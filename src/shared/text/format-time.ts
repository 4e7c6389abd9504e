import { countOf } from './count-of';

/** Times are kept in UTC and shown both as a distance from now and exactly (RFC 3339). */

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** Reads an RFC 3339 date-time, which always has an offset; null for anything else, including impossible dates. */
export function parseDateTime(text: string): Date | null {
  const match = DATE_TIME.exec(text);
  if (match === null) {
    return null;
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (match[8] === '-' ? -1 : 1) * (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  if (hour === undefined || minute === undefined || second === undefined) return null;
  if (hour > 23 || minute > 59 || second > 60 || Number(match[9] ?? 0) > 23 || Number(match[10] ?? 0) > 59) {
    return null;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // A day that does not exist in its month would otherwise become one of the next month.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return null;
  }
  date.setUTCHours(hour, minute - offset, second, milliseconds);
  return date;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How far a time is from now: `just now`, `12 s ago`, `in 4 min`, `3 h ago`, `in 5 days`, `2 months ago`, `3 years ago`. */
export function distanceFromNow(time: Date, now: Date): string {
  const distance = time.getTime() - now.getTime();
  const words = formatDuration(Math.abs(distance));
  if (words === null) {
    return 'just now';
  }
  return distance > 0 ? `in ${words}` : `${words} ago`;
}

/** How long ago something happened: `12 s ago`. A clock that ticks rarely may be behind it: `just now`. */
export function timeSince(time: Date, now: Date): string {
  return distanceFromNow(time, time > now ? time : now);
}

/** The same without "ago"; null under a second. */
export function durationSince(time: Date, now: Date): string | null {
  return formatDuration(Math.max(0, now.getTime() - time.getTime()));
}

/** A duration in its largest whole unit, rounded down; null under a second. `milliseconds` must not be negative. */
export function formatDuration(milliseconds: number): string | null {
  if (milliseconds < SECOND) return null;
  if (milliseconds < MINUTE) return `${Math.floor(milliseconds / SECOND)} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  const days = Math.floor(milliseconds / DAY);
  if (days < 60) return countOf(days, 'day');
  if (days < 730) return countOf(Math.floor(days / 30.44), 'month');
  return countOf(Math.floor(days / 365.25), 'year');
}

const UNITS = [DAY, HOUR, MINUTE, SECOND];

/** The same plus the rest in the next smaller unit, up to two months: `2 days 23 h`, `5 h 30 min`, `40 s`. */
export function formatFullerDuration(milliseconds: number): string | null {
  const [unit, next] = UNITS.slice(UNITS.findIndex((length) => milliseconds >= length));
  const words = formatDuration(milliseconds);
  if (unit === undefined || next === undefined || milliseconds >= 60 * DAY) return words;
  const left = formatDuration(Math.floor((milliseconds % unit) / next) * next);
  return left === null ? words : `${words} ${left}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * A moment as people write it, to the minute: `21 Nov 2026 02:44 UTC`, or in any other zone with its offset: `21 Nov
 * 2026 03:44 +01:00`. `timeZone` is an IANA name. `withSeconds` if they matter: `21 Nov 2026 02:44:52 UTC`.
 */
export function formatMoment(time: Date, timeZone = 'UTC', withSeconds = false): string {
  const length = withSeconds ? 8 : 5;
  if (timeZone !== 'UTC') {
    const [day = '', hour = '', offset = ''] = exactLocal(time, timeZone).split(' ');
    const [year = '', month = '', date = ''] = day.split('-');
    return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year} ${hour.slice(0, length)} ${offset}`;
  }
  const [date = '', clock = ''] = isoSeconds(time).split(' ');
  const year = date.slice(0, -6);
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()] ?? ''} ${year} ${clock.slice(0, length)} UTC`;
}

/** `2026-11-21 02:44:52 UTC`. */
export function exactUtc(time: Date): string {
  return `${isoSeconds(time)} UTC`;
}

/** The IANA name of this computer's zone. Times in the window use the zone that the person chose: see stores/moments. */
export function zoneOfComputer(): string {
  const now = Date.now();
  if (Math.abs(now - zone.readAt) > ZONE_KEPT_MS)
    zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: now };
  return zone.name;
}

/**
 * How long the zone is cached, in ms: looking it up takes a third of a millisecond, and every exchange of the history
 * does; still, it follows a computer that travels.
 */
const ZONE_KEPT_MS = 60_000;
let zone = { name: '', readAt: -Infinity };

/** Cached, because making a format takes longer than using it for a hundred rows of a list. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * The same moment on the clock of a place, with its offset: `2026-11-21 03:44:52 +01:00`. `timeZone` is an IANA name.
 */
export function exactLocal(time: Date, timeZone: string): string {
  const offsetMs = offsetAt(time, timeZone);
  return `${isoSeconds(new Date(time.getTime() + offsetMs))} ${offsetText(Math.round(offsetMs / MINUTE))}`;
}

/**
 * Intl is asked only about these years: before 1582 it counts days by the Julian calendar, unlike the
 * timestamps; after 9999 a year has five digits and more.
 */
const FIRST_ASKED = Date.UTC(1600, 0, 1);
const LAST_ASKED = Date.UTC(9999, 0, 1);

/** The Gregorian calendar repeats itself after 400 years, and so do the rules of daylight saving time. */
const CALENDAR_CYCLE = 146_097 * DAY;

/** How far the clocks of a place are ahead of UTC, in ms. */
function offsetAt(time: Date, timeZone: string): number {
  const second = Math.floor(time.getTime() / SECOND) * SECOND;
  const asked = second < LAST_ASKED ? Math.max(second, FIRST_ASKED) : second - CALENDAR_CYCLE;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(asked)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [part('year'), part('month') - 1, part('day')];
  return Date.UTC(year, month, day, part('hour'), part('minute'), part('second')) - asked;
}

/** `2026-11-21 02:44:52`. ISO 8601 writes years after 9999 as `+010000`. */
function isoSeconds(time: Date): string {
  return time.toISOString().replace(/^\+0*/, '').slice(0, -5).replace('T', ' ');
}

function offsetText(minutes: number): string {
  const absolute = Math.abs(minutes);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(absolute / 60))}:${twoDigits(absolute % 60)}`;
}

/** To the second, with the zone as in `formatMoment`: `2026-11-21 02:44:52 UTC`, `2026-11-21 03:44:52 +01:00`. */
export function exactMoment(time: Date, timeZone: string): string {
  return timeZone === 'UTC' ? exactUtc(time) : exactLocal(time, timeZone);
}

/** The time of day at a place: `21:57:52`, with milliseconds if they matter. */
export function clockTime(time: Date, timeZone: string, milliseconds = false): string {
  const clock = exactLocal(time, timeZone).split(' ')[1] ?? '';
  return milliseconds ? `${clock}.${String(time.getUTCMilliseconds()).padStart(3, '0')}` : clock;
}

/** The calendar day at a place, to group by: `2026-11-21`. */
export function dayKey(time: Date, timeZone: string): string {
  return exactLocal(time, timeZone).split(' ')[0] ?? '';
}

/**
 * Made when a day is first written: main loads this file without writing any, and an idle app can do without the
 * memory.
 */
let longDays: Intl.DateTimeFormat | null = null;

function longDay(day: number): string {
  longDays ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return longDays.format(day);
}

/** `Today`, `Yesterday`, or `Saturday, 21 November 2026`. */
export function formatDay(time: Date, now: Date, timeZone: string): string {
  const midnight = (at: Date): number => Date.parse(`${dayKey(at, timeZone)}T00:00:00Z`);
  const day = midnight(time);
  if (day === midnight(now)) return 'Today';
  return day === midnight(now) - DAY ? 'Yesterday' : longDay(day);
}
