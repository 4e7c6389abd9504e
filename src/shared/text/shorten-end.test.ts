import { expect, it } from 'vitest';
import { shortenEnd } from './shorten-end';

it('keeps a short text, and the start of a longer one', () => {
  expect(shortenEnd('abc', 3)).toBe('abc');
  expect(shortenEnd('abcd', 3)).toBe('abc…');
});

it('does not split a character', () => {
  expect(shortenEnd('ab😀cd', 3)).toBe('ab…');
  expect(shortenEnd('ab😀cd', 4)).toBe('ab😀…');
});
