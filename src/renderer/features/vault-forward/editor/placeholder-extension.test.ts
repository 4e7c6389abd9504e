import { describe, expect, it } from 'vitest';
import { isInString, placeholderAtCursor } from './placeholder-extension';

describe('the placeholder that is being typed', () => {
  it.each([
    ['"{{|"', { from: 1, to: 3, typed: '' }],
    ['"{{ CARD_|"', { from: 1, to: 9, typed: 'CARD_' }],
    ['"{{CA|RD}}"', { from: 1, to: 9, typed: 'CA' }],
    ['"{ {|"', null],
    ['"{{A_1}}|"', null],
  ])('at the cursor of %s', (text, expected) => {
    expect(placeholderAtCursor(text.replace('|', ''), text.indexOf('|'))).toEqual(expected);
  });
});

describe('a completion', () => {
  it.each([
    ['{"a": ', false],
    ['{"a": "x', true],
    ['{"a": "x\\" y', true],
    ['{"a": "x\\\\", "b": ', false],
    ['', false],
  ])('knows whether it stands in a string after %s', (before, inString) => {
    expect(isInString(before)).toBe(inString);
  });
});
