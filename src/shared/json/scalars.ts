/**
 * The parts of JSON that have no parts: strings, numbers and the three words (RFC 8259, sections 3, 6 and 7). Each
 * function takes the offset where the part begins and returns the offset after it, or what is wrong with it.
 */
import { shortenEnd } from '../text/shorten-end';

/** Longer words are shown shortened. */
const MAX_WORD = 24;

export interface JsonProblem {
  /** UTF-16 offset in the text; equal to the text's length if something is missing at its end. */
  readonly offset: number;
  /** At least 1, so that an editor has something to underline; 0 only at the text's end. */
  readonly length: number;
  /** A sentence for a person, without the position. */
  readonly reason: string;
}

export function problemAt(text: string, offset: number, length: number, reason: string): JsonProblem {
  return { offset, length: Math.min(Math.max(length, 1), text.length - offset), reason };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** `start` is the offset of the opening quote. */
export function readString(text: string, start: number): number | JsonProblem {
  let at = start + 1;
  for (;;) {
    if (at >= text.length) {
      return problemAt(text, start, text.length - start, 'This string has no closing quote.');
    }
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      return at + 1;
    }
    if (code === BACKSLASH) {
      const next = readEscape(text, at);
      if (typeof next !== 'number') {
        return next;
      }
      at = next;
    } else if (code < 0x20) {
      return rawControlCharacter(text, start, at, code);
    } else {
      at += 1;
    }
  }
}

function rawControlCharacter(text: string, start: number, at: number, code: number): JsonProblem {
  if (code === 0x0a || code === 0x0d) {
    return problemAt(
      text,
      start,
      at - start,
      'This string is not closed before the end of its line. Close it, or write \\n for a line break.',
    );
  }
  const escape = code === 0x09 ? '\\t' : `\\u${code.toString(16).padStart(4, '0')}`;
  return problemAt(text, at, 1, `A control character inside a string has to be written as ${escape}.`);
}

function readEscape(text: string, start: number): number | JsonProblem {
  const letter = text.charAt(start + 1);
  if (letter === 'u') {
    return /^[0-9a-fA-F]{4}$/.test(text.slice(start + 2, start + 6))
      ? start + 6
      : problemAt(text, start, 6, 'After \\u come four hexadecimal digits.');
  }
  if (letter !== '' && '"\\/bfnrt'.includes(letter)) {
    return start + 2;
  }
  return problemAt(
    text,
    start,
    2,
    `\\${letter} is not a JSON escape. A backslash itself is written as \\\\.`,
  );
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const NUMBER_LIKE = /[-+.0-9a-zA-Z_]+/y;

/**
 * `start` is the offset of a digit or a minus sign. Numbers may have any size: they are never turned into floats
 * here.
 */
export function readNumber(text: string, start: number): number | JsonProblem {
  NUMBER.lastIndex = start;
  const found = NUMBER.exec(text);
  const end = found === null ? start : start + found[0].length;
  if (found !== null && !/[-+.0-9a-zA-Z_]/.test(text.charAt(end))) {
    return end;
  }
  const whole = wordAt(text, start);
  return problemAt(text, start, whole.length, describeInvalidNumber(whole));
}

function describeInvalidNumber(word: string): string {
  if (/^-?0[0-9]/.test(word)) {
    return 'A number does not begin with 0 followed by more digits. If the zeros matter, write it as a string.';
  }
  if (/^-?\./.test(word) || /\.(?![0-9])/.test(word)) {
    return 'A number has digits on both sides of its point.';
  }
  return `${shortenEnd(word, MAX_WORD)} is not a JSON number. If it is text, it takes double quotes.`;
}

/**
 * Reads a value that begins with none of JSON's punctuation: `true`, `false` or `null`, or a mistake worth
 * explaining.
 */
export function readWord(text: string, start: number): number | JsonProblem {
  const word = wordAt(text, start);
  if (word === 'true' || word === 'false' || word === 'null') {
    return start + word.length;
  }
  return problemAt(text, start, word.length, describeMissingValue(text, start, word));
}

function wordAt(text: string, start: number): string {
  NUMBER_LIKE.lastIndex = start;
  return NUMBER_LIKE.exec(text)?.[0] ?? '';
}

function describeMissingValue(text: string, start: number, word: string): string {
  const first = text.charAt(start);
  const rightWord = { True: 'true', False: 'false', None: 'null', undefined: 'null', nil: 'null' }[word];
  if (rightWord !== undefined) {
    return `${word} is not a JSON value: write ${rightWord}.`;
  }
  if (word === 'NaN' || /^[-+]?Infinity$/.test(word)) {
    return `JSON has no ${word}.`;
  }
  if (/^[+.]/.test(word)) {
    return 'A number begins with a digit or a minus sign.';
  }
  if (word !== '') {
    return `${shortenEnd(word, MAX_WORD)} is not a JSON value. If it is text, it takes double quotes.`;
  }
  return describeUnexpectedCharacter(first, text.charAt(start + 1));
}

/** Why a character is not allowed where a value, key, comma or bracket is expected. */
export function describeUnexpectedCharacter(first: string, second: string): string {
  if (first === "'" || first === '`' || /[\u2018-\u201f]/.test(first)) {
    return `JSON takes straight double quotes ("), not ${first}.`;
  }
  if (first === '/' && (second === '/' || second === '*')) {
    return 'JSON has no comments.';
  }
  const code = first.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f || /[\s\u200b-\u200d\u2060\ufeff]/.test(first)) {
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    return `An invisible character (${name}) stands here, which JSON allows only inside strings.`;
  }
  return `${first} cannot stand here.`;
}
