import { describe, expect, it } from 'vitest';
import type { LiveFolder } from '@shared/requests/live-folder';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { labelOf, treeRows } from './folder-tree';

function line(folder: string, name: string): SavedRequestLine {
  return {
    id: `${folder}/${name}`,
    folder,
    name,
    description: '',
    operation: 'vault_forward',
    subject: 'POST psp',
    expectations: 0,
  };
}
const LINES = [line('', 'top'), line('A', 'a'), line('A/B', 'b'), line('AB', 'c')];

function drawn(closed: readonly string[], filter = ''): string[] {
  return treeRows(LINES, new Set(closed), filter).map((row) =>
    row.kind === 'folder'
      ? `${'  '.repeat(row.depth)}[${row.name}] ${row.ids.length}`
      : `${'  '.repeat(row.depth)}${row.kind === 'broken' ? `! ${row.file.file}` : row.line.name}`,
  );
}

describe('treeRows', () => {
  it('puts folders before requests', () => {
    expect(drawn([])).toEqual(['[A] 2', '  [B] 1', '    b', '  a', '[AB] 1', '  c', 'top']);
  });
  it('shows empty folders on disk, and unreadable files in their folders', () => {
    const disk: LiveFolder = {
      ...{ id: 'x', name: 'Team', path: '/team', problem: null, polled: null, leftOut: [], remarks: [] },
      broken: [{ file: 'Cards/x.request.yaml', folder: 'Team/Cards', why: 'Line 1' }],
    };
    const shown = treeRows(LINES, new Set(), '', [disk, { ...disk, name: 'AA', broken: [] }]);
    expect(
      shown.map((row) => [
        labelOf(row, new Map([['/top', true]])),
        row.kind === 'folder' && row.onDisk !== null,
      ]),
    ).toEqual([
      ['A', false],
      ['B', false],
      ['b, POST psp', false],
      ['a, POST psp', false],
      ['AA, on disk', true],
      ['AB', false],
      ['c, POST psp', false],
      ['Team, on disk', true],
      ['Cards', false],
      ['x.request.yaml, cannot be read', false],
      ['top, POST psp, see its file', false],
    ]);
    expect(treeRows(LINES, new Set(), 'nothing', [disk])).toEqual([]);
  });
  it('is fast with thousands of folders, as the window waits for it', () => {
    const many = Array.from({ length: 5_000 }, (_none, at) => line(`team/F${at % 2_500}`, `R${at}`));
    const begun = performance.now();
    expect(treeRows(many, new Set(), '')).toHaveLength(7_501);
    expect(performance.now() - begun).toBeLessThan(1_500);
  });
  it('leaves out the contents of closed folders', () => {
    expect(drawn(['A'])).toEqual(['[A] 2', '[AB] 1', '  c', 'top']);
  });
  it('applies the filter, and opens folders with matches', () => {
    expect(drawn(['A', 'A/B'], 'psp B')).toEqual(['[A] 1', '  [B] 1', '    b', '[AB] 1', '  c']);
  });
});
