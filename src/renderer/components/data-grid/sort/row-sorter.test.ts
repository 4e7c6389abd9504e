import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFilter, RowSorter, type SortCell } from './row-sorter';

const names = ['José Müller', 'ada lovelace', 'Ada Byron', null, 'Zoë 10', 'Zoë 9', 'محمد'];
const times = [
  '2026-01-01T00:00:00+02:00',
  '2025-12-31T23:00:00Z',
  null,
  'yesterday',
  '2026-01-02T00:00:00Z',
  '2020-01-01T00:00:00Z',
  '2019-01-01T00:00:00Z',
];

function table(): RowSorter {
  const rows = new RowSorter(['words', 'time', 'number']);
  rows.append(names.map((name, index) => [name, times[index] ?? null, index % 2 === 0 ? index : null]));
  return rows;
}

const order = (filter: string, column?: number, descending = false) => [
  ...table().sort({ filter, sort: column === undefined ? null : { column, descending } }),
];

describe('the filter', () => {
  it.each([
    ['jose', [0]],
    ['JOSÉ müller', [0]],
    ['muller jose', [0]],
    ['ada', [1, 2]],
    ['"ada b"', [2]],
    ['"ada b', [2]],
    ['zoe 2026', [4]],
    ['محمد', [6]],
    ['nothing', []],
    ['  ', [0, 1, 2, 3, 4, 5, 6]],
    ['""', [0, 1, 2, 3, 4, 5, 6]],
  ])('%s', (filter, expected) => expect(order(filter)).toEqual(expected));

  it.each(['strasse', 'Straße', 'STRASSE', 'STRAẞE', 'aße', 'asse'])('matches ß with ss: %s', (filter) => {
    const rows = new RowSorter(['words']);
    rows.append([['Lange Straße 1'], ['Lange Strasse 2'], ['Strand']]);
    expect([...rows.sort({ filter, sort: null })]).toEqual([0, 1]);
  });

  it('finds a row by any part of any cell', () => {
    const letter = fc.constantFrom('a', 'É', 'e\u0301', 'ß', 'Σ', 'ς', 'İ', 'ø', '海', 'م', '😀', ' ', '"');
    const cell = fc.oneof(fc.string(), fc.string({ unit: letter }), fc.constant(null));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.nat(),
        fc.nat(),
        (cells, at, start) => {
          const row = at % cells.length;
          const text = cells[row]?.find((value) => value !== null) ?? '';
          const words = describeFilter(text.slice(start % (text.length + 1)).replace(/"/g, ' '));
          const rows = new RowSorter(['words', 'words']);
          rows.append(cells);
          expect([
            ...rows.sort({ filter: words.map((word) => `"${word}"`).join(' '), sort: null }),
          ]).toContain(row);
        },
      ),
    );
  });
});

it.each([
  ['13,591', [0]],
  ['3,5', []],
  ['••1111', [0]],
  ['visa ••1111', [0]],
  ['1,200', [1]],
  ['••', [0]],
])('finds a value as a cell draws it: %s', (filter, expected) => {
  const rows = new RowSorter(['number', 'words']);
  rows.append([
    [13591, 'visa •••• 1111'],
    [7, '1,200 items'],
  ]);
  expect([...rows.sort({ filter, sort: null })]).toEqual(expected);
});

it('finds and sorts a replaced row by its new values', () => {
  const rows = table();
  rows.sort({ filter: '', sort: { column: 2, descending: true } });
  rows.replace(1, ['Alan', null, 99]);
  expect([...rows.sort({ filter: '', sort: { column: 2, descending: true } })].slice(0, 2)).toEqual([1, 6]);
  expect([...rows.sort({ filter: 'lovelace', sort: null })]).toEqual([]);
  expect([...rows.sort({ filter: 'alan', sort: null })]).toEqual([1]);
});

describe('the order', () => {
  it('sorts names naturally, times chronologically, and rows without a value last', () => {
    expect(order('', 0).map((row) => names[row])).toEqual([
      'Ada Byron',
      'ada lovelace',
      'José Müller',
      'Zoë 9',
      'Zoë 10',
      'محمد',
      null,
    ]);
    expect(order('', 1)).toEqual([6, 5, 0, 1, 4, 2, 3]);
    expect(order('', 1, true)).toEqual([4, 1, 0, 5, 6, 2, 3]);
    expect(order('', 2, true)).toEqual([6, 4, 2, 0, 1, 3, 5]);
    expect(order('zoe', 0, true)).toEqual([4, 5]);
  });

  it('contains every row once and in order, including rows added later', () => {
    const numbers = fc.array(fc.oneof(fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(numbers, numbers, fc.boolean(), (first, later, descending) => {
        const rows = new RowSorter(['number']);
        const view = { filter: '', sort: { column: 0, descending } };
        const cells = (values: readonly SortCell[]) => values.map((value) => [value]);
        rows.append(cells(first));
        rows.sort(view);
        rows.append(cells(later));
        const all = [...first, ...later];
        const shown = [...rows.sort(view)];
        expect([...shown].sort((a, b) => a - b)).toEqual(all.map((_value, row) => row));
        const values = shown.map((row) => all[row] ?? null);
        const known = values.filter((value) => value !== null);
        expect(values.slice(0, known.length)).toEqual(known);
        expect(known).toEqual([...known].sort((a, b) => (descending ? b - a : a - b)));
      }),
    );
  });
});
