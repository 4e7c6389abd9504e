import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffHeaders, diffValues } from './header-diff';
import { diffTextLines } from './line-diff';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  .chain((lines) =>
    fc.constantFrom('\n', '\r\n').map((lineBreak) => lines.map((line) => line + lineBreak).join('')),
  );

describe('diffTextLines', () => {
  it('contains all lines of both texts', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom('', 'end'), (before, after, end) => {
        const lines = diffTextLines(before + end, after);
        const plain = (whole: string): string[] =>
          whole.split(/\r?\n/).slice(0, whole.endsWith('\n') || whole === '' ? -1 : undefined);
        expect(lines.filter(({ kind }) => kind !== 'added').map((line) => line.text)).toEqual(
          plain(before + end),
        );
        expect(lines.filter(({ kind }) => kind !== 'removed').map((line) => line.text)).toEqual(plain(after));
        const numbers = (side: 'before' | 'after'): number[] => lines.flatMap((line) => line[side] ?? []);
        expect(numbers('before')).toEqual(plain(before + end).map((_line, index) => index + 1));
        expect(numbers('after')).toEqual(plain(after).map((_line, index) => index + 1));
      }),
    );
  });

  it('notices a changed line break, and says which one it is', () => {
    const changes = (before: string, after: string) =>
      diffTextLines(before, after).map(({ kind, text: line, ending = '' }) => [kind, line, ending]);
    expect(changes('a\nb\n', 'a\r\nb\n')).toEqual([
      ['removed', 'a', ''],
      ['added', 'a', 'CRLF'],
      ['same', 'b', ''],
    ]);
    expect(changes('a\n', 'a')).toEqual([
      ['removed', 'a', ''],
      ['added', 'a', 'no line break'],
    ]);
    expect(changes('a\r\n', 'b\r\n')).toEqual([
      ['removed', 'a', ''],
      ['added', 'b', ''],
    ]);
  });

  it('keeps the common start and end of very different texts', () => {
    const lines = (word: string): string =>
      Array.from({ length: 15_000 }, (_, index) => `${word}${index}\n`).join('');
    const compared = diffTextLines(`first\n${lines('a')}last\n`, `first\n${lines('b')}last\n`);
    const ofKind = (kind: string): string[] =>
      compared.filter((line) => line.kind === kind).map(({ text: line }) => line);
    expect(ofKind('same')).toEqual(['first', 'last']);
    expect([ofKind('removed').length, ofKind('added').length]).toEqual([15_000, 15_000]);
    expect(compared[compared.length - 1]).toEqual({
      kind: 'same',
      text: 'last',
      before: 15_002,
      after: 15_002,
    });
  });
});

describe('diffHeaders', () => {
  it('compares all values by name', () => {
    expect(
      diffHeaders(
        [
          ['Date', '1'],
          ['set-cookie', 'a'],
          ['set-cookie', 'b'],
          ['x-gone', '1'],
          ['Server', 's'],
        ],
        [
          ['server', 's'],
          ['Set-Cookie', 'a'],
          ['date', '2'],
          ['x-new', ''],
        ],
      ),
    ).toEqual([
      { kind: 'changed', name: 'date', before: ['1'], after: ['2'] },
      { kind: 'changed', name: 'Set-Cookie', before: ['a', 'b'], after: ['a'] },
      { kind: 'removed', name: 'x-gone', before: ['1'], after: [] },
      { kind: 'same', name: 'server', before: ['s'], after: ['s'] },
      { kind: 'added', name: 'x-new', before: [], after: [''] },
    ]);
  });

  it('accounts for every value of a name, once', () => {
    const values = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 });
    fc.assert(
      fc.property(values, values, (before, after) => {
        const changes = diffValues(before, after);
        const places = (side: 'one' | 'other') => changes.flatMap((change) => change[side]?.place ?? []);
        for (const [side, list] of [['one', before] as const, ['other', after] as const]) {
          expect(new Set(places(side)).size).toBe(places(side).length);
          for (const change of changes) {
            const value = change[side];
            if (value) expect(list[value.place - 1]).toBe(value.value);
          }
        }
        const rest = (list: readonly string[], side: 'one' | 'other') =>
          list.filter((_value, at) => !places(side).includes(at + 1));
        expect(rest(before, 'one')).toEqual(rest(after, 'other'));
      }),
    );
  });

  it('ignores the order of names', () => {
    const header = fc.tuple(fc.constantFrom('a', 'B', 'c'), fc.string());
    fc.assert(
      fc.property(fc.array(header), (headers) => {
        const sorted = [...headers].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
        expect(diffHeaders(headers, sorted).every(({ kind }) => kind === 'same')).toBe(true);
      }),
    );
  });
});
