import { expect, it } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import { ahead, back, describePlace, forward, startOf, type ListVisit } from './page-trail';

const visit = (cursor: string): ListVisit => ({
  request: {
    version: 1,
    operation: 'free',
    target: { method: 'GET', path: '/orders' },
    pathParameters: {},
    query: [['cursor', cursor]],
    headers: [],
    body: null,
  },
  exchange: { ...exchangeOf(200, ''), id: cursor },
});
const [one, two, three, other] = ['1', '2', '3', 'x'].map(visit) as [
  ListVisit,
  ListVisit,
  ListVisit,
  ListVisit,
];
const held = ({ visits }: { readonly visits: readonly ListVisit[] }) =>
  visits.map(({ exchange }) => exchange.id);

it('goes forward and back, and reuses the next page only if the same page is requested', () => {
  const at2 = forward(startOf(one), two);
  const at3 = forward(at2, three);
  expect([held(at3), describePlace(at3)]).toEqual([['1', '2', '3'], 'Page 3']);
  const back2 = back(at3, two);
  expect([back2.at, describePlace(back2)]).toEqual([1, 'Page 2']);
  expect(ahead(back2, three.request)).toBe(three);
  expect(ahead(back2, other.request)).toBeNull();
  expect(held(forward(back2, three))).toEqual(['1', '2', '3']);
  // Pages beyond the next one stay.
  expect(held(forward(back(back2, one), two))).toEqual(['1', '2', '3']);
  // The next page has another answer, so the pages beyond it no longer follow.
  expect(held(forward(startOf(one), other))).toEqual(['1', 'x']);
  expect(held(forward(back(back2, one), other))).toEqual(['1', 'x']);
});

it('goes to pages before the one requested first', () => {
  const before = back(back(startOf(three), two), one);
  expect([held(before), before.at, describePlace(before)]).toEqual([
    ['1', '2', '3'],
    0,
    '2 pages before the first page requested',
  ]);
  expect(describePlace(forward(before, two))).toBe('1 page before the first page requested');
  expect(describePlace(forward(forward(before, two), three))).toBe('Page 1');
});

it('keeps at most fifty pages', () => {
  let trail = startOf(visit('0'));
  for (let page = 1; page < 60; page += 1) trail = forward(trail, visit(String(page)));
  expect([trail.visits.length, describePlace(trail), trail.visits[trail.at]?.exchange.id]).toEqual([
    50,
    'Page 60',
    '59',
  ]);
});
