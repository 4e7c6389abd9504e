import { describe, expect, it } from 'vitest';
import type { BuyerItem } from '@shared/bridge/buyers';
import { valueOf } from '@renderer/components/data-grid/item-columns';
import { FurtherFields, SPECIFIED_COLUMNS } from './buyer-fields';
import { item } from './stores.fixture';

const written = (text: string): BuyerItem => ({ text, worst: 'error' });
const columnOf = (id: string) => {
  const found = SPECIFIED_COLUMNS.find((column) => column.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const shown = (id: string, of: BuyerItem) => columnOf(id).show?.(of);

describe('the columns of buyers', () => {
  it('distinguish absent, null and empty values', () => {
    expect(shown('display_name', item({}))).toEqual({ text: 'not given', tone: 'muted' });
    expect(shown('display_name', item({ display_name: null }))).toEqual({ text: 'null', tone: 'muted' });
    expect(shown('display_name', item({ display_name: '' }))).toEqual({
      text: '(empty text)',
      tone: 'muted',
    });
    expect(shown('display_name', item({ display_name: 'Ada' }))).toEqual({ text: 'Ada' });
    for (const value of [{}, { display_name: null }]) {
      expect(columnOf('display_name').value(item(value))).toBeNull();
    }
    expect(columnOf('display_name').value(item({ display_name: '' }))).toBe('');
  });

  it('show times in UTC, and copy them as received', () => {
    const time = item({ created_at: '2026-01-01T01:30:00.5+02:00' });
    expect(shown('created_at', time)).toEqual({ text: '31 Dec 2025 23:30' });
    expect(columnOf('created_at').value(time)).toBe('2026-01-01T01:30:00.5+02:00');
    expect(columnOf('created_at').hint?.(time)).toContain('here ');
    expect(shown('created_at', item({ created_at: 'lately' }))).toEqual({ text: 'lately', tone: 'warning' });
  });

  it('keep every digit of a number, and nested values as written', () => {
    expect(valueOf(written('{"n": 12345678901234567890.10, "n": 7.0}'), 'n')).toBe('7.0');
    expect(valueOf(written('{"n":12345678901234567890.10}'), 'n')).toBe('12345678901234567890.10');
    expect(valueOf(written('{"n":{"a" : [1e400]}}'), 'n')).toBe('{"a" : [1e400]}');
    expect(valueOf(written('{"n":false}'), 'n')).toBe('false');
  });

  it.each(['"text"', 'null', '[1]', '7'])('accept an item that is not an object: %s', (text) => {
    const odd = written(text);
    expect(SPECIFIED_COLUMNS.map((column) => column.value(odd)).filter((value) => value !== null)).toEqual([
      'error',
    ]);
    expect(shown('contract', odd)).toEqual({ text: 'error', tone: 'error' });
  });

  it('shorten the ID in the middle, and keep its full value', () => {
    const id = item({ id: 'f9dddeac-5c5d-4974-91e6-4c201a6ccba5' });
    expect(shown('id', id)).toEqual({ text: 'f9dddeac…cba5' });
    expect(columnOf('id').value(id)).toBe('f9dddeac-5c5d-4974-91e6-4c201a6ccba5');
  });

  it('show findings as soon as there is one', () => {
    const fields = new FurtherFields();
    const contract = () => fields.columns().find(({ id }) => id === 'contract')?.hiddenAtFirst;
    fields.note([{ text: '{}', worst: null }]);
    expect(contract()).toBe(true);
    expect(fields.note([written('{}')])).toBe(true);
    expect(contract()).toBe(false);
    expect(fields.note([written('{}')])).toBe(false);
  });

  it('include unspecified fields, marked, hidden at first, and limited in number', () => {
    const fields = new FurtherFields();
    expect(fields.note([item({ id: 'x', type: 'buyer', account_number: '1' })])).toBe(true);
    expect(fields.note([item({ account_number: '2' }), { ...written('[1]'), worst: null }])).toBe(false);
    expect(fields.note([item({ tax: 1 })])).toBe(true);
    expect(fields.columns().slice(-2)).toMatchObject([
      { id: 'account_number', note: 'not shown in the specification', hiddenAtFirst: true },
      { id: 'tax', note: 'not shown in the specification', hiddenAtFirst: true },
    ]);
    fields.note([item(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`f${n}`, n])))]);
    expect(fields.columns().length).toBeLessThan(60);
  });
});
