import { expect, it } from 'vitest';
import { shortenEnd } from './shorten-end';

it('keeps a text that is short enough, and the beginning of a longer one', () => {
  expect(shortenEnd('abc', 3)).toBe('abc');
  expect(shortenEnd('abcd', 3)).toBe('abc…');
});

it('cuts no character in two', () => {
  expect(shortenEnd('ab😀cd', 3)).toBe('ab…');
  expect(shortenEnd('ab😀cd', 4)).toBe('ab😀…');
});
