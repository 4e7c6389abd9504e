import { describe, expect, it } from 'vitest';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { treeRows } from './folder-tree';

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
      : `${'  '.repeat(row.depth)}${row.line.name}`,
  );
}

describe('treeRows', () => {
  it('puts folders before requests, each inside its own', () => {
    expect(drawn([])).toEqual(['[A] 2', '  [B] 1', '    b', '  a', '[AB] 1', '  c', 'top']);
  });
  it('leaves out what is in closed folders', () => {
    expect(drawn(['A'])).toEqual(['[A] 2', '[AB] 1', '  c', 'top']);
  });
  it('keeps to the filter, and opens what holds something', () => {
    expect(drawn(['A', 'A/B'], 'psp B')).toEqual(['[A] 1', '  [B] 1', '    b', '[AB] 1', '  c']);
  });
});
