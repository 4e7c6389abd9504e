import { describe, expect, it } from 'vitest';
import { readHeaderLines } from './header-lines';

describe('readHeaderLines', () => {
  it.each([
    ['Content-Type: application/json', [['Content-Type', 'application/json']]],
    [
      'a: 1\r\n\n b : 2:3 \nc',
      [
        ['a', '1'],
        ['b', '2:3'],
        ['c', ''],
      ],
    ],
    [':authority: psp.example', [[':authority', 'psp.example']]],
    ['x-empty:', [['x-empty', '']]],
    ['  \n', []],
  ])('%j', (text, expected) => {
    expect(readHeaderLines(text).map(({ name, value }) => [name, value])).toEqual(expected);
  });
});
