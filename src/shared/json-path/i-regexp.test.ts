import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIRegexp } from './i-regexp';
import { processorMs } from '../testing/processor-ms.fixture';

function matches(pattern: string, text: string, whole: boolean): boolean | null {
  return parseIRegexp(pattern)?.matches(text, whole) ?? null;
}

/** Patterns that mean the same in JavaScript. */
const pattern = fc.letrec<{ group: string }>((tie) => ({
  group: fc
    .array(
      fc
        .array(
          fc
            .tuple(
              fc.oneof(
                { maxDepth: 1 },
                fc.constantFrom('a', 'b', 'é', '[ab]', '[^a]', '[a-c]', '\\.', '\\p{Lu}', '😀', '^', '$'),
                tie('group').map((inner) => `(${inner})`),
              ),
              fc.constantFrom('', '*', '+', '?', '{2}', '{0,2}', '{1,}'),
            )
            .map(([atom, quantifier]) => (/[$^]$/.test(atom) ? atom : atom + quantifier)),
          { maxLength: 3 },
        )
        .map((pieces) => pieces.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((branches) => branches.join('|')),
})).group;

describe('parseIRegexp', () => {
  it('matches like JavaScript', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'A', '.', 'é', '😀'), { maxLength: 6 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(pattern, text, (source, tried) => {
        expect(matches(source, tried, true)).toBe(new RegExp(`^(?:${source})$`, 'u').test(tried));
        expect(matches(source, tried, false)).toBe(new RegExp(source, 'u').test(tried));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '(',
    ')',
    '[',
    '[]',
    'a{2,1}',
    '*',
    'a**',
    '\\d',
    '(?=a)',
    '(?:a)',
    '\\1',
    '[a',
    '{2}',
    'a{',
    '\\',
  ])('%s is invalid', (source) => expect(parseIRegexp(source)).toBeNull());

  it.each([
    ['[-a]', '-', true],
    ['[a-]', '-', true],
    ['a\\-b', 'a-b', true],
    ['/', '/', true],
    ['[.]', 'x', false],
    ['.', '\u2028', true],
    ['.', '\n', false],
    ['', '', true],
  ])('%s and %j: %s', (source, text, expected) => expect(matches(source, text, true)).toBe(expected));

  it('takes no longer for expressions that make others backtrack', () => {
    const taken = processorMs(() => {
      expect(matches('(a*)*b', 'a'.repeat(5_000), true)).toBe(false);
      expect(matches('((((a+)+)+)+)+c', 'a'.repeat(5_000), false)).toBe(false);
      expect(parseIRegexp('('.repeat(300) + 'a' + '*)'.repeat(300))).not.toBeNull();
      expect(parseIRegexp('(((a{999}){999}){999}){999}')).toBeNull();
      expect(parseIRegexp('(((a{0}){999}){999}){999}')).toBeNull();
      expect(parseIRegexp('a'.repeat(1_001))).toBeNull();
    });
    expect(taken).toBeLessThan(10_000);
  });
});
