import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import type { SizedColumn } from './columns';
import DataGrid from './DataGrid.vue';
import { RowTable } from './row-table';

it('shows the full text of a truncated cell as its tooltip, unless the column has a hint', async () => {
  const column = (id: string): SizedColumn<string> => ({
    ...{ id, label: id, width: 60, compare: 'words', value: (text) => text },
  });
  const columns = [column('name'), { ...column('id'), hint: (text: string) => `whole ${text}` }];
  const table = new RowTable<string>(columns);
  table.append(['Bartholomew']);
  const props = { label: 'People', table, columns, selection: table.selection, openNumber: null };
  const grid = mount(DataGrid<string>, { props });
  const cells = grid.findAll('[role="row"][data-row] [role="gridcell"]').slice(1);
  // The tests' DOM has neither these properties nor sizes.
  for (const { element } of cells)
    Object.defineProperty(element, 'ariaColIndex', { value: element.getAttribute('aria-colindex') });
  const all = (size: 'scrollWidth' | 'clientWidth', value: number): void => {
    for (const { element } of cells) Object.defineProperty(element, size, { value });
  };
  const titles = async (): Promise<(string | undefined)[]> => {
    for (const cell of cells) await cell.trigger('mouseover');
    return cells.map((cell) => cell.attributes('title'));
  };
  expect(await titles()).toEqual(['', 'whole Bartholomew']);
  all('scrollWidth', 90);
  expect(await titles()).toEqual(['Bartholomew', 'whole Bartholomew']);
  // Once it is wide enough again, the hint does not repeat the text.
  all('clientWidth', 90);
  expect(await titles()).toEqual(['', 'whole Bartholomew']);
});

it('says in the head of a column what its numbers count', () => {
  const total: SizedColumn<string> = {
    ...{ id: 'total', label: 'Total', unit: 'smallest unit', width: 60 },
    ...{ compare: 'number', value: (text) => text },
  };
  const table = new RowTable<string>([total]);
  const props = { label: 'Carts', table, columns: [total], selection: table.selection, openNumber: null };
  const heads = mount(DataGrid<string>, { props }).findAll('[role="columnheader"]');
  expect(heads.at(-1)?.text()).toBe('Total, smallest unit');
});
