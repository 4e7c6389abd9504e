import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJson } from './check-json';
import { lineAndColumn } from './positions';
import { readJson } from './read-json';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON, and JSON with a few characters removed, doubled or inserted: usually almost right. */
const nearlyJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom(
          '',
          '"',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '\\',
          '0',
          '-',
          '.',
          'e',
          ' ',
          '\n',
          '\t',
          'x',
          "'",
          '\u00a0',
          '\ud800',
          '/',
        ),
      ),
      {
        maxLength: 3,
      },
    ),
    fc.boolean(),
  )
  .map(([json, edits, keep]) =>
    edits.reduce((text, [at, piece]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + piece + text.slice(keep ? place : place + 1);
    }, json),
  );

describe('readJson', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.oneof(nearlyJson, fc.json(), fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(readJson(text, {}) === null).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('points inside the text, or at its end if something is missing there', () => {
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const problem = readJson(text, {});
        if (problem !== null) {
          expect(problem.offset).toBeLessThanOrEqual(text.length);
          expect(problem.offset + problem.length).toBeLessThanOrEqual(text.length);
          expect(problem.length > 0 || problem.offset === text.length).toBe(true);
          expect(problem.reason).toMatch(/\.$/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('reports the parts in the order of the text, each with its exact place', () => {
    const text = ' {"a\\u0041": [1.50, "x"], "b": null} ';
    const parts: string[] = [];
    const note = (start: number, end: number) => parts.push(text.slice(start, end));
    readJson(text, {
      openObject: (start) => parts.push(`open ${start}`),
      closeObject: (end) => parts.push(`close ${end}`),
      openArray: (start) => parts.push(`open ${start}`),
      closeArray: (end) => parts.push(`close ${end}`),
      key: note,
      scalar: (_kind, start, end) => note(start, end),
    });
    expect(parts).toEqual([
      'open 1',
      '"a\\u0041"',
      'open 13',
      '1.50',
      '"x"',
      'close 24',
      '"b"',
      'null',
      'close 36',
    ]);
  });

  it.each([
    ['', 'There is no value.', ''],
    ['{"a": 1,}', 'A comma cannot stand before a closing bracket.', ','],
    ['[1, 2,]', 'A comma cannot stand before a closing bracket.', ','],
    ['{"a" 1}', 'A colon is missing after the key.', '1'],
    ['{"a": 1 "b": 2}', 'A comma is missing before this.', '"'],
    ["{'a': 1}", 'JSON takes straight double quotes ("), not \'.', "'"],
    ['{“a”: 1}', 'JSON takes straight double quotes ("), not “.', '“'],
    ['{a: 1}', 'Keys need double quotes.', 'a'],
    ['{"a": }', 'A value is missing before }.', '}'],
    ['{"a": True}', 'True is not a JSON value: write true.', 'True'],
    ['[NaN]', 'JSON has no NaN.', 'NaN'],
    ['[-Infinity]', 'JSON has no -Infinity.', '-Infinity'],
    [
      '[0123]',
      'A number does not begin with 0 followed by more digits. If the zeros matter, write it as a string.',
      '0123',
    ],
    ['[.5]', 'A number begins with a digit or a minus sign.', '.5'],
    ['[5.]', 'A number has digits on both sides of its point.', '5.'],
    ['[1] // done', 'The JSON value ends before this; nothing may follow it.', '// done'],
    ['[1, // one\n2]', 'JSON has no comments.', '/'],
    [
      '["a\nb"]',
      'This string is not closed before the end of its line. Close it, or write \\n for a line break.',
      '"a',
    ],
    ['["a\tb"]', 'A control character inside a string has to be written as \\t.', '\t'],
    ['["\\x41"]', '\\x is not a JSON escape. A backslash itself is written as \\\\.', '\\x'],
    ['["\\u12g4"]', 'After \\u come four hexadecimal digits.', '\\u12g4'],
    ['["abc', 'This string has no closing quote.', '"abc'],
    ['{"a": [1', 'The text ends inside an array: a ] is missing.', ''],
    ['{"a": [1}', 'This bracket does not fit: the last one opened is [, which ] closes.', '}'],
    [
      '[1,\u00a02]',
      'An invisible character (U+00A0) stands here, which JSON allows only inside strings.',
      '\u00a0',
    ],
    [
      '\ufeff\ufeff{}',
      'An invisible character (U+FEFF) stands here, which JSON allows only inside strings.',
      '\ufeff',
    ],
  ])('explains %j', (text, reason, marked) => {
    const problem = readJson(text, {});
    expect(problem?.reason).toBe(reason);
    expect(text.slice(problem?.offset, (problem?.offset ?? 0) + (problem?.length ?? 0))).toBe(marked);
  });

  it('reads a million levels of nesting', () => {
    expect(readJson('['.repeat(1_000_000) + ']'.repeat(1_000_000), {})).toBeNull();
  });
});

describe('checkJson', () => {
  it('wants no byte order mark, which readers skip', () => {
    expect(checkJson('\ufeff{}').problem).toMatchObject({ offset: 0, length: 1 });
    expect(readJson('\ufeff{}', {})).toBeNull();
  });

  it('finds a duplicate key, whatever its escapes', () => {
    const text = '{"a":1,"b":{"a":2},"\\u0061":3}';
    expect(checkJson(text)).toEqual({
      problem: null,
      duplicateKeys: [{ offset: 19, length: 8, key: 'a', firstOffset: 1 }],
    });
  });

  it('finds no duplicate key in the output of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(checkJson(text).duplicateKeys).toEqual([]);
      }),
    );
  });
});

describe('lineAndColumn', () => {
  it('counts like an editor', () => {
    const text = 'a\r\nbc\rd\ne';
    expect(['a', 'b', 'c', 'd', 'e'].map((letter) => lineAndColumn(text, text.indexOf(letter)))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ]);
  });
});
