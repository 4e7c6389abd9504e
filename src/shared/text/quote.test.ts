import { expect, it } from 'vitest';
import { quote } from './quote';

it.each([
  ['Card declined', '“Card declined”.'],
  ['Card declined.', '“Card declined.”'],
  ['Is it yours?', '“Is it yours?”'],
])('%s ends with one full stop when quoted', (words, quoted) => {
  expect(quote(words)).toBe(quoted);
});
