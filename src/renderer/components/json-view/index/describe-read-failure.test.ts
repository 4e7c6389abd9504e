import { describe, expect, it } from 'vitest';
import { tokenise } from '../test-support/indexed';
import { describeFailure, lineAndColumn } from './describe-read-failure';

function sentenceFor(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const { failure } = tokenise(text).tokeniser;
  return failure === null ? 'valid' : describeFailure(bytes, bytes.length, failure);
}

describe('describeFailure', () => {
  it.each([
    ['', 'There is no text.'],
    [
      '{"a":1,}',
      'Line 1, column 8: found “}” where a key in double quotes should be. There is an extra comma before it.',
    ],
    ['[1,,2]', 'Line 1, column 4: found “,” where a value should be. There is an extra comma.'],
    [
      "{'a':1}",
      "Line 1, column 2: found “'” where a key in double quotes or } should be. Strings need double quotes.",
    ],
    ['{"é":1\n  "b":2}', 'Line 2, column 3: found “"” where a comma or } should be.'],
    [
      '[1] [2]',
      'Line 1, column 5: found “[” where the end of the text should be. Only one value may stand in a JSON text.',
    ],
    ['{"a" 1}', 'Line 1, column 6: found “1” where a colon should be.'],
    ['[nul]', 'Line 1, column 5: found “]” where true, false or null should be.'],
    ['["\\x"]', 'Line 1, column 4: found “x” where one of " \\ / b f n r t u after the backslash should be.'],
    [
      '["a\nb"]',
      'Line 1, column 4: found a line break where a character that may stand in a string should be. Inside a string, line breaks and other control characters are written as escapes.',
    ],
    ['[1 // x', 'Line 1, column 4: found “/” where a comma or ] should be. JSON has no comments.'],
    ['<html>', 'Line 1, column 1: found “<” where a value should be.'],
    [
      '{"a":["b',
      'Line 1, column 9: the text ends before the string that begins in line 1, column 7 does; more of a string, or its closing quote, should follow.',
    ],
    [
      '{"a":[1',
      'Line 1, column 8: the text ends before the object or array that begins in line 1, column 6 does; a comma or ] should follow.',
    ],
    ['-', 'Line 1, column 2: the text ends, but a digit should follow.'],
  ])('%j', (text, sentence) => {
    expect(sentenceFor(text)).toBe(sentence);
  });
});

describe('lineAndColumn', () => {
  it('counts characters rather than bytes, without the byte order mark', () => {
    const bytes = new TextEncoder().encode('\ufeffé😀\n中x');
    expect(lineAndColumn(bytes, 9)).toEqual({ line: 1, column: 3 });
    expect(lineAndColumn(bytes, bytes.length - 1)).toEqual({ line: 2, column: 2 });
  });
});
