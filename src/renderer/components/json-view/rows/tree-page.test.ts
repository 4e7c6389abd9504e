import { describe, expect, it } from 'vitest';
import { PagedColumn } from '../index/paged-column';
import { findInJson } from '../search/find-matches';
import { Needle } from '../search/needle';
import { indexed, tokenise } from '../test-support/indexed';
import type { PointerMark, TreeRow } from '../worker/messages';
import { MarkTable } from './mark-table';
import type { MatchMarks, Piece } from './pieces';
import { ALL_LEVELS, TreeFold } from './tree-fold';
import { treeRows } from './tree-page';

function rows(
  text: string,
  options: { levels?: number; search?: string; marks?: PointerMark[]; current?: number } = {},
): TreeRow[] {
  const nodes = indexed(text);
  const fold = new TreeFold(nodes.index);
  fold.setLevels(options.levels ?? ALL_LEVELS);
  const marks = new MarkTable(nodes, options.marks ?? []);
  let search: MatchMarks | null = null;
  if (options.search !== undefined) {
    const matches = new PagedColumn();
    const needle = new Needle(options.search, false, true);
    for (const work = findInJson(nodes, 0, nodes.index.frontier, needle, matches); !work.next().done;);
    search = { bytes: nodes.bytes, matches, needle, current: options.current ?? -1 };
  }
  return treeRows({ nodes, fold, marks, search, isSelected: () => false }, { first: 0, count: 100 });
}

function shownText(pieces: readonly Piece[] | null | undefined): string {
  return (pieces ?? []).map(({ text }) => text).join('');
}

function emphasised(pieces: readonly Piece[] | null | undefined): string[] {
  return (pieces ?? [])
    .filter(({ emphasis }) => emphasis !== 'none')
    .map(({ text, emphasis }) => `${emphasis}:${text}`);
}

describe('treeRows', () => {
  it('shows keys, numbers with every digit, and quoted strings', () => {
    const [root, ...members] = rows(
      '{"big":12345678901234567890.10,"s":"caf\\u00e9 \\"x\\"","n":null,"list":[true]}',
    );
    expect(root).toMatchObject({ key: null, depth: 0, children: 4, open: true, siblings: null });
    expect(members.map((row) => [shownText(row.key), shownText(row.value)])).toEqual([
      ['big', '12345678901234567890.10'],
      ['s', '"café "x""'],
      ['n', 'null'],
      ['list', ''],
      ['', 'true'],
    ]);
    expect(members[4]).toMatchObject({ key: null, position: 0, depth: 2, siblings: 1 });
  });

  it('shows invisible characters as escapes, and distinguishes those from written ones', () => {
    const [row] = rows('"a\\nb\\u202e\\\\n"');
    expect(row?.value).toMatchObject([
      { text: '"' },
      { text: 'a' },
      { text: '\\n', token: 'escape' },
      { text: 'b' },
      { text: '\\u202e', token: 'escape' },
      { text: '\\n', token: 'string' },
      { text: '"' },
    ]);
  });

  it('previews folded values', () => {
    const [row] = rows('{"a":"x","o":{"b":1},"e":{},"l":[1,2],"n":[]}', { levels: 0 });
    expect(shownText(row?.value)).toBe('{a: "x", o: {…}, e: {}, l: [2], n: []}');
    const [long] = rows(JSON.stringify(Array.from({ length: 50 }, (_, at) => at)), { levels: 0 });
    expect(shownText(long?.value)).toBe('[0, 1, 2, 3, 4, 5, 6, 7, …]');
  });

  it('truncates long values, and gives their length', () => {
    const [row] = rows(`"${'x'.repeat(10_000)}"`);
    expect(row).toMatchObject({ cut: true, bytes: 10_000 });
    expect(shownText(row?.value)).toMatch(/^"x{240}…"$/);
  });

  it('marks matches in keys and values, through escapes', () => {
    const found = rows('{"name":"a\\u006eame","x":"name"}', { search: 'NAME', current: 1 });
    expect(emphasised(found[1]?.key)).toEqual(['match:name']);
    expect(emphasised(found[1]?.value)).toEqual(['current:name']);
    expect(emphasised(found[2]?.value)).toEqual(['match:name']);
  });

  it('shows the current match of a truncated value', () => {
    const [row] = rows(`"${'x'.repeat(5000)}needle${'y'.repeat(5000)}"`, { search: 'needle', current: 0 });
    expect(shownText(row?.value)).toMatch(/^"…x{40}needley{194}…"$/);
    expect(emphasised(row?.value)).toEqual(['current:needle']);
  });

  it('flags repeated keys', () => {
    const repeated = rows('{"a":1,"b":2,"\\u0061":3}').map((row) => row.duplicate);
    expect(repeated).toEqual([false, true, false, true]);
  });

  it('puts marks on their row, on the nearest existing one, and counts them on folded rows', () => {
    const marks: PointerMark[] = [
      { pointer: '/a/b', severity: 'note' },
      { pointer: '/a/missing', severity: 'error' },
      { pointer: '/a/b', severity: 'warning' },
    ];
    const [root, a, b] = rows('{"a":{"b":1}}', { marks });
    expect([root?.marks, a?.marks, b?.marks]).toEqual([[], [1], [0, 2]]);
    expect(rows('{"a":{"b":1}}', { marks, levels: 0 })[0]?.marksInside).toEqual({
      count: 3,
      severity: 'error',
    });
    expect(rows('{"a":{"b":1}}', { marks, levels: 1 })[1]?.marksInside).toEqual({
      count: 2,
      severity: 'warning',
    });
  });

  it('shows what is incomplete', () => {
    const { nodes } = tokenise('{"a":[1,');
    const fold = new TreeFold(nodes.index);
    fold.setLevels(1);
    const found = treeRows(
      { nodes, fold, marks: null, search: null, isSelected: () => false },
      { first: 0, count: 9 },
    );
    expect(found.map(({ complete, children }) => [complete, children])).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect(shownText(found[1]?.value)).toBe('[1, …]');
  });
});
