import { describe, expect, it } from 'vitest';
import { isInString, placeholderAtCursor } from './placeholder-extension';

describe('placeholderAtCursor', () => {
  it.each([
    ['"{{|"', { from: 1, to: 3, typed: '' }],
    ['"{{ CARD_|"', { from: 1, to: 9, typed: 'CARD_' }],
    ['"{{CA|RD}}"', { from: 1, to: 9, typed: 'CA' }],
    ['"{ {|"', null],
    ['"{{A_1}}|"', null],
  ])('finds the placeholder being typed in %s', (text, expected) => {
    expect(placeholderAtCursor(text.replace('|', ''), text.indexOf('|'))).toEqual(expected);
  });
});

describe('isInString', () => {
  it.each([
    ['{"a": ', false],
    ['{"a": "x', true],
    ['{"a": "x\\" y', true],
    ['{"a": "x\\\\", "b": ', false],
    ['', false],
  ])('knows whether the end of %s is inside a string', (before, inString) => {
    expect(isInString(before)).toBe(inString);
  });
});
