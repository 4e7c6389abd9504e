import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { csvRecord, tsvRecord } from './csv';

/** A CSV reader that is not ours: Python's. Returns the records of several files. */
function readWithPython(files: readonly string[], delimiter = ',', strict = true): string[][][] {
  const script = `
import csv, io, json, sys
files, delimiter, strict = json.load(sys.stdin)
print(json.dumps([list(csv.reader(io.StringIO(text, newline=''), strict=strict, delimiter=delimiter)) for text in files]))`;
  const input = JSON.stringify([files, delimiter, strict]);
  const output = execFileSync('python3', ['-c', script], { input, encoding: 'utf8' });
  return z.array(z.array(z.array(z.string()))).parse(JSON.parse(output));
}

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', '=', '+', '-', '@', '\t', 'é', '😀', "'", ';', '|'),
  }),
  fc.string(),
);
const tables = (): string[][][] =>
  fc.sample(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }), 300);

/** Adds the apostrophes in another way than the code does: piece by piece, as other separators split the text. */
function marked(text: string): string {
  const [first = '', ...others] = text.split(/([;|\t\r\n])/);
  const pieces = others.map((piece) => (/^["\s]*[=+\-@]/.test(piece) ? `'${piece}` : piece));
  return (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? "'" : '') + first + pieces.join('');
}

describe('csvRecord', () => {
  it('is read back by another reader, except for the apostrophe before formulas', () => {
    const written = tables();
    const files = written.map((table) => table.map(csvRecord).join(''));
    expect(readWithPython(files)).toEqual(written.map((table) => table.map((record) => record.map(marked))));
  });

  it('leaves no cell that starts a formula', () => {
    fc.assert(
      fc.property(
        cell,
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', ' =', '\u00a0=', '\n='),
        (text, start) => {
          expect(csvRecord([start + text])).toMatch(/^"?'/);
        },
      ),
    );
  });

  it.each([';', '\t', '|'])('contains no formula for a reader that separates by %j', (separator) => {
    const files = tables().map((table) => table.map(csvRecord).join(''));
    const cells = readWithPython(files, separator, false).flat(2);
    expect(cells.filter((text) => /^\s*[=+\-@]/.test(text))).toEqual([]);
  });

  it.each([
    ['abc;=1+1', `"abc;'=1+1"`],
    ['abc\t@x', `"abc\t'@x"`],
    ['abc| ="x"', `"abc|' =""x"""`],
    ['abc;"=1+1;', `"abc;'""=1+1;"`],
    ['abc;\ufeff＝1', `"abc;'\ufeff＝1"`],
    ['\u200b=1+1', "'\u200b=1+1"],
    ['\0=1+1', "'\0=1+1"],
    ['abc;\u2060\0=1', `"abc;'\u2060\0=1"`],
    ['a\n=1+1', `"a\n'=1+1"`],
    ['a;\t=1', `"a;\t'=1"`],
    // Never a formula, so left as it is, and quoted for readers that also separate at `;`.
    ['abc;x=1', '"abc;x=1"'],
    ['a, -b, c=d', '"a, -b, c=d"'],
    ['x@example.com', 'x@example.com'],
    ['2026-11-24T03:20:24+01:00', '2026-11-24T03:20:24+01:00'],
  ])('writes %j as %j', (text, written) => {
    expect(csvRecord([text])).toBe(`${written}\r\n`);
  });

  it('keeps numbers as numbers and empty as empty', () => {
    expect(csvRecord([-5, 12n, true, null, undefined, ''])).toBe('-5,12,true,,,\r\n');
  });
});

describe('tsvRecord', () => {
  it('is read back by another reader, with the same protection against formulas', () => {
    const written = tables();
    const files = written.map((table) => table.map(tsvRecord).join(''));
    const expected = written.map((table) => table.map((record) => record.map(marked)));
    expect(readWithPython(files, '\t')).toEqual(expected);
  });
});
