import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { effectScope, ref } from 'vue';
import type { RowRange } from '../worker/messages';
import { useRowPages } from './use-row-pages';

/** A worker that answers when told to. */
function paged() {
  const first = ref(0);
  const count = ref(1);
  const version = ref(1);
  const asked: { range: RowRange; answer: (rowCount: number) => void }[] = [];
  const fetchRows = (range: RowRange) =>
    new Promise<{ version: number; first: number; rows: string[] }>((resolve) => {
      const answer = (rowCount: number): void => {
        const end = Math.min(range.first + range.count, rowCount);
        const rows = Array.from(
          { length: Math.max(0, end - range.first) },
          (_, at) => `row ${range.first + at}`,
        );
        resolve({ version: version.value, first: range.first, rows });
      };
      asked.push({ range, answer });
    });
  const scope = effectScope();
  const pages = scope.run(() => useRowPages(fetchRows, first, count, version));
  if (pages === undefined) throw new Error('The scope is active.');
  return { first, count, version, asked, ...pages };
}

describe('useRowPages', () => {
  it('asks again when the range moved while an answer was under way', async () => {
    const { first, count, version, asked, rowAt } = paged();
    expect(asked.map(({ range }) => range)).toEqual([{ first: 0, count: 81 }]);
    version.value = 2;
    first.value = 99_970;
    count.value = 31;
    asked[0]?.answer(1);
    await flushPromises();
    expect(asked[1]?.range).toEqual({ first: 99_930, count: 111 });
    asked[1]?.answer(100_001);
    await flushPromises();
    expect(rowAt(100_000)).toBe('row 100000');
    expect(asked).toHaveLength(2);
  });

  it('has one request under way, and none for rows that are there', async () => {
    const { first, asked } = paged();
    first.value = 5;
    await flushPromises();
    first.value = 10;
    await flushPromises();
    expect(asked).toHaveLength(1);
    asked[0]?.answer(1000);
    await flushPromises();
    expect(asked).toHaveLength(1);
    first.value = 90;
    await flushPromises();
    expect(asked[1]?.range.first).toBe(50);
  });

  it('asks at once for the rows of what is being opened, and not again when it is told how many there are', async () => {
    const { count, version, asked, rowAt, expectRows } = paged();
    asked[0]?.answer(1);
    await flushPromises();
    expectRows();
    expect(asked[1]?.range).toEqual({ first: 0, count: 81 });
    version.value = 2;
    count.value = 27;
    await flushPromises();
    asked[1]?.answer(27);
    await flushPromises();
    expect(rowAt(26)).toBe('row 26');
    expect(asked).toHaveLength(2);
  });

  it('does not ask forever for rows that are not there', async () => {
    const { count, asked } = paged();
    count.value = 50;
    asked[0]?.answer(3);
    await flushPromises();
    asked[1]?.answer(3);
    await flushPromises();
    expect(asked).toHaveLength(2);
  });
});
