import { expect, it } from 'vitest';
import { isOwnOrigin, START_PAGE } from './origin';

it('recognizes only its own origin, in whatever order it is asked', () => {
  const own = [START_PAGE, `${START_PAGE}#/history`, START_PAGE];
  const others = [
    '',
    'app://explorer.evil/index.html',
    'app-question://explorer/',
    'app://a@explorer/index.html',
  ];
  expect(others.map(isOwnOrigin)).toEqual(others.map(() => false));
  expect(own.map(isOwnOrigin)).toEqual(own.map(() => true));
  expect([...others, ...own].map(isOwnOrigin)).toEqual([...others.map(() => false), ...own.map(() => true)]);
});
