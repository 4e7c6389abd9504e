import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { offerRow } from './row-undo';
import { useUndoStore } from './undo';

const ROW = { name: 'authorization', value: 'Bearer 1' };
const OTHERS = ['a', 'b'].map((name) => ({ name, value: '' }));

beforeEach(() => {
  setActivePinia(createPinia());
});

async function undoIt(): Promise<void> {
  const undo = useUndoStore();
  await undo.undo(undo.entries[0]?.id ?? 0);
}

it('restores a removed row to its place among the current rows', async () => {
  const put = vi.fn();
  offerRow(ROW, 1, { word: 'header', rows: () => OTHERS, put });
  expect(useUndoStore().entries).toMatchObject([{ words: 'Removed header “authorization”.' }]);
  await undoIt();
  expect(put).toHaveBeenCalledWith([OTHERS[0], ROW, OTHERS[1]]);
  expect(useUndoStore().entries).toEqual([]);
});

it('puts it last if there are now fewer rows, and names no row without a name', async () => {
  const put = vi.fn();
  offerRow({ name: '', value: '1' }, 5, { word: 'parameter', rows: () => OTHERS, put });
  expect(useUndoStore().entries).toMatchObject([{ words: 'Removed a parameter.' }]);
  await undoIt();
  expect(put).toHaveBeenCalledWith([...OTHERS, { name: '', value: '1' }]);
});

it('changes no request other than its own, and can be tried again once that is open', async () => {
  const put = vi.fn();
  const rows = vi.fn((): typeof OTHERS | null => null);
  offerRow(ROW, 0, { word: 'header', rows, put });
  await undoIt();
  expect(useUndoStore().entries).toMatchObject([{ problem: { code: 'row-without-request' } }]);
  expect(put).not.toHaveBeenCalled();
  rows.mockReturnValue(OTHERS);
  await undoIt();
  expect(put).toHaveBeenCalledWith([ROW, ...OTHERS]);
});

it('calls a row that has no name of its own as it is told', () => {
  const rows = { word: 'authentication', rows: () => [], put: vi.fn() };
  offerRow({ name: '' }, 0, { ...rows, called: '6b3f4a52…a9e1' });
  offerRow({ name: '' }, 0, { ...rows, called: '' });
  expect(useUndoStore().entries.map(({ words }) => words)).toEqual([
    'Removed authentication “6b3f4a52…a9e1”.',
  ]);
});

it('offers nothing for a row in which nothing was entered', () => {
  offerRow({ name: '', value: '' }, 0, { word: 'header', rows: () => OTHERS, put: vi.fn() });
  expect(useUndoStore().entries).toEqual([]);
});
