import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextLines } from './text-lines';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function grow(lines: TextLines, filled: number, last: boolean): void {
  for (const work = lines.grow(filled, last); !work.next().done;);
}

function rowsOf(text: string, columns: number, ends: readonly number[] = []) {
  const bytes = encoder.encode(text);
  const lines = new TextLines(bytes, columns);
  for (const end of [...ends].sort((a, b) => a - b)) if (end < bytes.length) grow(lines, end, false);
  grow(lines, bytes.length, true);
  const rows = lines.read(0, lines.rowCount);
  return { lines, bytes, rows, texts: rows.map(({ from, to }) => decoder.decode(bytes.subarray(from, to))) };
}

const text = fc
  .array(fc.constantFrom('a', 'bc', 'é', '中', '😀', '\n', '\r\n', '\t', '\u0001', '\u202e', ' '), {
    maxLength: 400,
  })
  .map((parts) => parts.join(''));
const columns = fc.integer({ min: 8, max: 40 });
const ends = fc.array(fc.nat({ max: 600 }), { maxLength: 6 });

describe('TextLines', () => {
  it('leaves out only line ends', () => {
    fc.assert(
      fc.property(text, columns, ends, (whole, width, places) => {
        const { rows, texts } = rowsOf(whole, width, places);
        const ends = whole.split('\n');
        const last = ends.pop() ?? '';
        const lines = [...ends.map((line) => line.replace(/\r$/, '')), ...(last === '' ? [] : [last])];
        const joined: string[] = [];
        rows.forEach(({ continued, line }, at) => {
          if (continued) joined.push(`${joined.pop() ?? ''}${texts[at] ?? ''}`);
          else joined.push(texts[at] ?? '');
          expect(line).toBe(joined.length);
        });
        expect(joined).toEqual(lines);
      }),
      { numRuns: 300 },
    );
  });

  it('makes the same rows however the bytes arrive, and finds the row of each byte', () => {
    fc.assert(
      fc.property(text, columns, ends, (whole, width, places) => {
        const { lines, rows } = rowsOf(whole, width);
        expect(rowsOf(whole, width, places).rows).toEqual(rows);
        rows.forEach(({ from }, row) => expect(lines.rowOf(from)).toBe(row));
        rows.forEach((expected, row) => expect(lines.read(row, 1)).toEqual([expected]));
      }),
      { numRuns: 200 },
    );
  });

  it('keeps rows within the columns', () => {
    const { texts } = rowsOf(`${'x'.repeat(25)}\n${'中'.repeat(8)}\n\u0001\u0001`, 10);
    expect(texts).toEqual(['xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx', '中中中中中', '中中中', '\u0001', '\u0001']);
  });

  it('waits for the end of the last row while more may arrive', () => {
    const bytes = encoder.encode('one\ntwo');
    const lines = new TextLines(bytes, 80);
    grow(lines, bytes.length, false);
    expect(lines.rowCount).toBe(1);
    grow(lines, bytes.length, true);
    expect(lines.rowCount).toBe(2);
  });
});
