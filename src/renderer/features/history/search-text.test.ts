import { expect, it } from 'vitest';
import { searchTextOf } from './search-text';

it.each([
  ['4111111111111111', '411111 1111', '411111 and 1111'],
  ['4111 1111 1111 1111', '411111 1111', '411111 and 1111'],
  ['refund 5555-5555-5555-4444 ada', 'refund  555555 4444  ada', '555555 and 4444'],
])('searches for a card number by its first six and last four digits: %s', (typed, text, card) => {
  expect(searchTextOf(typed)).toEqual({ text, card });
});

it.each(['', 'ada 41111', '5e550000-0000-4000-8000-000000000001', '4111111111111112', '2026-11-22'])(
  'leaves other texts as they are: %s',
  (typed) => {
    expect(searchTextOf(typed)).toEqual({ text: typed, card: null });
  },
);

it('never searches for a whole card number, even if two are typed', () => {
  const { text } = searchTextOf('4111111111111111 and 5555555555554444');
  expect(text).not.toMatch(/\d{7}/);
  expect(text.match(/\d+/g)).toEqual(['411111', '1111', '555555', '4444']);
});
