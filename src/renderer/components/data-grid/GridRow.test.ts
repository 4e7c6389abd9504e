import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import type { ShownCell, SizedColumn } from './columns';
import GridRow from './GridRow.vue';

const column = (id: string, width: number, show: ShownCell): SizedColumn<null> => ({
  id,
  label: id,
  width,
  compare: 'words',
  value: () => show.text,
  show: () => show,
});
const NOTHING: ShownCell = { text: '' };

function cellsOf(columns: readonly SizedColumn<null>[]) {
  const props = { row: null, index: 0, columns, selected: false, open: false, active: null };
  return mount(GridRow<null>, { props })
    .findAll('[role="gridcell"]')
    .slice(1);
}

it('lets a text extend over the empty cells after it', () => {
  const why: ShownCell = { text: 'A payment method does not exist', over: true };
  const columns = [column('buyer', 160, why), column('total', 84, NOTHING), column('card', 148, NOTHING)];
  const message = column('message', 260, { text: 'as the service says' });
  const marginOf = (all: readonly SizedColumn<null>[]) =>
    cellsOf(all).map(({ element }) => (element instanceof HTMLElement ? element.style.marginRight : null));
  expect(marginOf([...columns, message])).toEqual(['-232px', '', '', '']);
  expect(marginOf(columns)).toEqual(['-232px', '', '']);
  expect(marginOf([...columns.slice(0, 1), message])).toEqual(['0px', '']);
  expect(marginOf([column('buyer', 160, { text: 'Ada' }), ...columns.slice(1)])).toEqual(['', '', '']);
});

it('shows what would be invisible in a text, or turn its direction, as escapes', () => {
  const joined = 'می\u200cخواهم';
  const texts = ['Ada\u202e3951', 'Ada\nExample', joined];
  const cells = cellsOf(texts.map((text, at) => column(`${at}`, 114, { text })));
  expect(cells.map(({ element }) => element.textContent)).toEqual([
    'Ada\\u202e3951',
    'Ada\\nExample',
    joined,
  ]);
});

it('puts an icon before the text, hidden from screen readers', () => {
  const [cell] = cellsOf([column('outcome', 128, { text: 'Valid', icon: 'valid', tone: 'success' })]);
  expect(cell?.element.textContent).toBe('Valid');
  expect(cell?.find('svg').attributes('aria-hidden')).toBe('true');
});

it('aligns numbers and marked columns at the end', () => {
  const isAtEnd = (more: Partial<SizedColumn<null>>) =>
    cellsOf([{ ...column('x', 80, NOTHING), ...more }])[0]?.classes('grid-row__cell--end');
  expect([isAtEnd({ compare: 'number' }), isAtEnd({ atEnd: true }), isAtEnd({})]).toEqual([
    true,
    true,
    false,
  ]);
});
