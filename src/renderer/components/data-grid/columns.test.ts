import { expect, it } from 'vitest';
import { writtenCell, type SizedColumn } from './columns';

it('masks a security code', () => {
  const column = (id: string): SizedColumn<string | number | null> => ({
    id,
    label: id,
    width: 80,
    compare: 'words',
    value: (row: string | number | null) => row,
  });
  expect(writtenCell(column('cvc'), '987')).toBe('•••');
  expect(writtenCell(column('card.cvc'), 987)).toBe('•••');
  expect(writtenCell(column('total'), 987)).toBe(987);
  expect(writtenCell(column('cvc'), null)).toBeNull();
});
