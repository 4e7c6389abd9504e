import { describe, expect, it } from 'vitest';
import type { GridColumn } from './columns';
import type { WorkerConnection } from '../worker-rpc';
import { workerHere } from '../worker-rpc.fixture';
import { serveSort } from './sort/serve-sort';
import { RowSelection } from './row-selection';
import { RowTable } from './row-table';

interface Person {
  readonly name: string;
  readonly age: number | null;
}

const columns: readonly GridColumn<Person>[] = [
  { id: 'name', label: 'Name', width: 100, compare: 'words', value: ({ name }) => name },
  { id: 'age', label: 'Age', width: 60, compare: 'number', value: ({ age }) => age },
];

/** Runs the worker's code on this thread; the names of its requests are recorded. */
function connected(sent: string[] = []) {
  return (): WorkerConnection => {
    const worker = new (workerHere(serveSort))();
    return {
      end: {
        postMessage: (message: { readonly name: string }, options) => {
          sent.push(message.name);
          worker.postMessage(message, options);
        },
        addEventListener: worker.addEventListener.bind(worker),
      },
      close: () => worker.terminate(),
    };
  };
}

function people(count: number, from = 0): Person[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Person ${from + index}`,
    age: -(from + index),
  }));
}

function shownNames(table: RowTable<Person>): (string | undefined)[] {
  return Array.from({ length: table.shown.value }, (_, place) => table.at(place)?.name);
}

describe('RowTable', () => {
  it('shows only rows that meet its condition, sorted or not', async () => {
    const table = new RowTable(columns, connected());
    table.append(people(6));
    table.condition.value = ({ age }) => age !== null && age % 2 === 0;
    expect(shownNames(table)).toEqual(['Person 0', 'Person 2', 'Person 4']);
    table.append(people(2, 6));
    expect(shownNames(table)).toEqual(['Person 0', 'Person 2', 'Person 4', 'Person 6']);
    table.setSort({ columnId: 'age', descending: false });
    await expect.poll(() => table.arranging.value).toBe(false);
    expect(shownNames(table)).toEqual(['Person 6', 'Person 4', 'Person 2', 'Person 0']);
    table.condition.value = null;
    expect(table.shown.value).toBe(8);
  });

  it('shows rows without a worker until they are filtered', async () => {
    const sent: string[] = [];
    const table = new RowTable(columns, connected(sent));
    table.append(people(3_500));
    expect(sent).toEqual([]);
    expect(table.shown.value).toBe(3_500);
    table.setFilter('person 3499');
    expect(table.arranging.value).toBe(true);
    await expect.poll(() => table.arranging.value).toBe(false);
    expect(shownNames(table)).toEqual(['Person 3499']);
    expect(table.numberAt(0)).toBe(3_499);
    expect(sent.filter((name) => name === 'append')).toHaveLength(7);
    table.setFilter('');
    expect(table.order.value).toBeNull();
  });

  it('cycles through ascending, descending and unsorted', async () => {
    const table = new RowTable(columns, connected());
    table.append(people(3));
    table.turnSort('age');
    await expect.poll(() => shownNames(table)).toEqual(['Person 2', 'Person 1', 'Person 0']);
    table.turnSort('age');
    await expect.poll(() => shownNames(table)).toEqual(['Person 0', 'Person 1', 'Person 2']);
    table.turnSort('age');
    expect(table.order.value).toBeNull();
    table.turnSort('name');
    expect(table.sort.value).toEqual({ columnId: 'name', descending: false });
  });

  it('filters rows that are added later, and applies the last filter typed', async () => {
    const table = new RowTable(columns, connected());
    table.append(people(10));
    for (const filter of ['p', 'per', 'person 1']) table.setFilter(filter);
    await expect.poll(() => shownNames(table)).toEqual(['Person 1']);
    table.append(people(10, 10));
    await expect.poll(() => table.shown.value).toBe(11);
    expect(table.size.value).toBe(20);
  });

  it('says when its worker failed', async () => {
    let breakDown: (event: MessageEvent) => void = () => undefined;
    const table = new RowTable(columns, () => ({
      end: {
        postMessage: () => undefined,
        addEventListener: (type: string, listener: (event: MessageEvent) => void) => {
          if (type === 'error') breakDown = listener;
        },
      },
      close: () => undefined,
    }));
    table.append(people(1));
    table.setFilter('person');
    breakDown(new MessageEvent('error'));
    await expect.poll(() => table.failed.value).toBe(true);
  });

  it('filters by columns that are added later', async () => {
    const table = new RowTable(columns, connected());
    table.append(people(5));
    table.setFilter('odd');
    await expect.poll(() => table.arranging.value).toBe(false);
    expect(table.shown.value).toBe(0);
    const odd: GridColumn<Person> = {
      id: 'odd',
      label: 'Odd',
      width: 60,
      compare: 'code',
      value: ({ age }) => ((age ?? 0) % 2 === 0 ? null : 'odd'),
    };
    table.setColumns([...columns, odd]);
    await expect.poll(() => shownNames(table)).toEqual(['Person 1', 'Person 3']);
  });
});

describe('RowSelection', () => {
  const selected = (selection: RowSelection) => [...selection.numbers.value].sort((a, b) => a - b);

  it('keeps rows selected outside a range when the range changes', () => {
    const selection = new RowSelection((place) => place * 10);
    selection.toggle(1);
    selection.toggle(5);
    selection.extend(5, 7);
    expect(selected(selection)).toEqual([10, 50, 60, 70]);
    selection.extend(7, 4);
    expect(selected(selection)).toEqual([10, 40, 50]);
    selection.toggle(1);
    expect(selected(selection)).toEqual([40, 50]);
    selection.clear();
    selection.extend(2, 3);
    expect(selected(selection)).toEqual([20, 30]);
  });

  it('selects all shown rows, and deselects those no longer shown', () => {
    const selection = new RowSelection((place) => place);
    selection.all(4);
    selection.keepShown(null);
    expect(selected(selection)).toEqual([0, 1, 2, 3]);
    selection.keepShown(Uint32Array.of(3, 9, 1));
    expect(selected(selection)).toEqual([1, 3]);
  });
});
