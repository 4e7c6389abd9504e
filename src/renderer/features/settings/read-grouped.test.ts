import { expect, it } from 'vitest';
import { readGrouped } from './read-grouped';

it.each([
  ['100000', 100_000],
  ['100,000', 100_000],
  ['1,234,567', 1_234_567],
  // Where a comma stands for something else, nothing is guessed.
  ['1,5', null],
  ['1,0000', null],
  ['1.000', null],
  ['-5', null],
  ['1e3', null],
  ['99999999999999999999', null],
  ['', null],
])('reads %s as %s', (text, number) => {
  expect(readGrouped(text)).toBe(number);
});
