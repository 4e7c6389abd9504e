import { decodeBytes, utf8Length } from './json-strings';
import type { Expectation, ParseFailure } from '@shared/json/json-scanner';

export interface LineAndColumn {
  /** The line number, from 1. */
  readonly line: number;
  /** The column, from 1, in characters. */
  readonly column: number;
}

/** The line and column of a byte, as people count them. */
export function lineAndColumn(bytes: Uint8Array, offset: number): LineAndColumn {
  let line = 1;
  let lineStart = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  let column = 1;
  for (let at = lineStart; at < offset; at += utf8Length(bytes[at] ?? 0)) column++;
  return { line, column };
}

/** One sentence: where the text stops being JSON, what is there, and what was expected. */
export function describeFailure(bytes: Uint8Array, filled: number, failure: ParseFailure): string {
  const { line, column } = lineAndColumn(bytes, failure.offset);
  const place = `Line ${grouped(line)}, column ${grouped(column)}`;
  const wanted = WANTED[failure.expected];
  if (failure.ended) {
    if (failure.openedAt === null)
      return filled === 0 ? 'There is no text.' : `${place}: the text ends, but ${wanted} should follow.`;
    const opened = lineAndColumn(bytes, failure.openedAt);
    const what =
      failure.expected === 'string' || failure.expected === 'escape' || failure.expected === 'hex'
        ? 'string'
        : 'object or array';
    return `${place}: the text ends before the ${what} that begins in line ${grouped(opened.line)}, column ${grouped(opened.column)} does; ${wanted} should follow.`;
  }
  return `${place}: found ${describeCharacter(bytes, failure.offset, filled)} where ${wanted} should be.${advice(bytes, failure)}`;
}

const WANTED: Readonly<Record<Expectation, string>> = {
  value: 'a value',
  'value-or-end': 'a value or ]',
  key: 'a key in double quotes',
  'key-or-end': 'a key in double quotes or }',
  colon: 'a colon',
  'comma-or-brace': 'a comma or }',
  'comma-or-bracket': 'a comma or ]',
  nothing: 'the end of the text',
  string: 'more of a string, or its closing quote,',
  escape: 'one of " \\ / b f n r t u after the backslash',
  hex: 'four hexadecimal digits after \\u',
  control: 'a character that may stand in a string',
  digit: 'a digit',
  literal: 'true, false or null',
};

/** A hint at the usual cause. */
function advice(bytes: Uint8Array, failure: ParseFailure): string {
  const byte = bytes[failure.offset];
  if (byte === 0x2c && failure.expected !== 'colon') return ' There is an extra comma.';
  if (byte === 0x27) return ' Strings need double quotes.';
  if (failure.expected === 'control')
    return ' Inside a string, line breaks and other control characters are written as escapes.';
  if (failure.expected === 'key' && byte === 0x7d) return ' There is an extra comma before it.';
  if (failure.expected === 'value' && byte === 0x5d) return ' There is an extra comma before it.';
  if (failure.expected === 'nothing') return ' Only one value may stand in a JSON text.';
  if (byte === 0x2f && failure.expected !== 'escape') return ' JSON has no comments.';
  return '';
}

function describeCharacter(bytes: Uint8Array, offset: number, filled: number): string {
  const byte = bytes[offset] ?? 0;
  if (byte === 0x0a || byte === 0x0d) return 'a line break';
  if (byte === 0x09) return 'a tab';
  if (byte < 0x20 || byte === 0x7f)
    return `the control character U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  return `“${decodeBytes(bytes, offset, Math.min(offset + utf8Length(byte), filled))}”`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
