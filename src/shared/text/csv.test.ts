import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { csvRecord, tsvRecord } from './csv';

/** A reader that is not ours: Python's. Gives the records of several files. */
function readWithPython(files: readonly string[], delimiter = ','): unknown {
  const script = `
import csv, io, json, sys
files = json.load(sys.stdin)
print(json.dumps([list(csv.reader(io.StringIO(text, newline=''), strict=True, delimiter='${delimiter === '\t' ? '\\t' : delimiter}')) for text in files]))`;
  const output = execFileSync('python3', ['-c', script], { input: JSON.stringify(files), encoding: 'utf8' });
  const parsed: unknown = JSON.parse(output);
  return parsed;
}

const cell = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', '=', '+', '-', '@', '\t', 'é', '😀', "'", ';'),
  }),
  fc.string(),
);

describe('csvRecord', () => {
  it('is read back by another reader, but for the apostrophe before formulas', () => {
    const tables = fc.sample(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      300,
    );
    const files = tables.map((table) => table.map(csvRecord).join(''));
    const expected = tables.map((table) =>
      table.map((record) => record.map((text) => (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text))),
    );
    expect(readWithPython(files)).toEqual(expected);
  });

  it('leaves no cell that begins a formula', () => {
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

  it('keeps numbers as numbers and empty as empty', () => {
    expect(csvRecord([-5, 12n, true, null, undefined, ''])).toBe('-5,12,true,,,\r\n');
  });
});

describe('tsvRecord', () => {
  it('is read back by another reader, and begins no formula either', () => {
    const tables = fc.sample(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), 200);
    const files = tables.map((table) => table.map(tsvRecord).join(''));
    const expected = tables.map((table) =>
      table.map((record) => record.map((text) => (/^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text))),
    );
    expect(readWithPython(files, '\t')).toEqual(expected);
  });
});
