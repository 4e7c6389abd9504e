import { describe, expect, it } from 'vitest';
import { areHeaderLines, readHeaderLines, withPastedLines } from './header-lines';

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

describe('lines pasted into the name of a row', () => {
  const row = (
    name: string,
    value = '',
  ): { id: string; name: string; value: string; secret: boolean; enabled: boolean } => ({
    id: name,
    name,
    value,
    secret: false,
    enabled: true,
  });
  const rows = [row('X-One', '1'), row('X-Two', '2')];
  const paste = (index: number, text: string, replaces: boolean): string[] =>
    withPastedLines(rows, index, text, replaces, () => 'new').map(
      ({ id, name, value }) => `${id} ${name}=${value}`,
    );

  it('fill the row if they replace its name, then new rows after it', () => {
    expect(paste(0, 'A: x\nB: y:z\n', true)).toEqual(['X-One A=x', 'new B=y:z', 'X-Two X-Two=2']);
    expect(paste(1, 'A\nB', true)).toEqual(['X-One X-One=1', 'X-Two A=2', 'new B=']);
  });

  it('go after the row if its name stays', () => {
    expect(paste(0, 'A: x\nB: y', false)).toEqual(['X-One X-One=1', 'new A=x', 'new B=y', 'X-Two X-Two=2']);
  });

  it.each([
    ['Accept', false],
    ['Accept: */*', true],
    [' Accept:x ', true],
    [':authority: x', false],
    ['Accept:', false],
    ['A\nB', true],
    ['Accept\n', false],
  ])('%j is more than a name: %s', (text, expected) => {
    expect(areHeaderLines(text)).toBe(expected);
  });
});
