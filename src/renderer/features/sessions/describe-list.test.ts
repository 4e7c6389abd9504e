import { expect, it } from 'vitest';
import { formatMoment } from '@shared/text/format-time';
import { describeBroken } from './describe-broken';
import { countEntries, describeList } from './describe-list';

const list = {
  name: null,
  total: 1_200,
  duplicates: 0,
  broken: [],
  lookedUpAt: Date.now(),
  running: false,
  profile: { id: 'p', name: 'A profile', environment: 'sandbox' },
} as const;
const tokyo = (time: Date): string => formatMoment(time, 'Asia/Tokyo');

it('says when a list was looked up, in the time zone of the settings', () => {
  expect(describeList(list, 1_200, null, tokyo)).toBe(
    `A profile · looked up ${tokyo(new Date(list.lookedUpAt))}`,
  );
});

it('says how far along a list is, what it is waiting for, and how many sessions it has', () => {
  expect(
    describeList(
      { ...list, name: 'Monday', duplicates: 1, broken: ['4711'], running: true },
      7,
      'waits',
      tokyo,
    ),
  ).toBe(
    '7 of 1,200 · 1,200 sessions · 1 duplicate removed · 1 entry is not an ID: 4711 · waits · A profile',
  );
});

it('counts in its heading as many entries as there are rows', () => {
  expect(countEntries(list)).toBe('1,200 sessions');
  expect(countEntries({ total: 5, broken: ['4711'] })).toBe('5 sessions, 1 not an ID');
  expect(countEntries({ total: 5, broken: ['4711', '4712'] })).toBe('5 sessions, 2 not IDs');
});

it('names the first entry that is not an ID, and counts the rest', () => {
  expect(describeBroken([])).toBeNull();
  expect(describeBroken(['5e550000-0000-4000-8000-00000000000', '4711'])).toBe(
    '2 entries are not IDs: 5e550000…0000 and 1 more',
  );
});
