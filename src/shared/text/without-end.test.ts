import { expect, it } from 'vitest';
import { withoutEnd } from './without-end';

it.each([
  ['/a//', '/', '/a'],
  ['a/b', '/', 'a/b'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a \t b\t ', ' \t', 'a \t b'],
])('%j without %j at its end is %j', (text, characters, expected) => {
  expect(withoutEnd(text, characters)).toBe(expected);
});

it('is fast for a long run that does not end the text', () => {
  const begun = performance.now();
  expect(withoutEnd(`${'/'.repeat(200_000)}x`, '/')).toHaveLength(200_001);
  expect(performance.now() - begun).toBeLessThan(500);
});
