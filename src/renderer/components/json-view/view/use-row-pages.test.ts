import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import { effectScope, ref, shallowRef } from 'vue';
import type { RowRange } from '../worker/messages';
import { useRowPages } from './use-row-pages';

/** A worker that answers only when told to. */
function paged() {
  const first = ref(0);
  const count = ref(1);
  const version = ref(1);
  const given = shallowRef<{ version: number; first: number; rows: string[] } | null>(null);
  const asked: { range: RowRange; answer: (rowCount: number, of?: number) => void }[] = [];
  const fetchRows = (range: RowRange) =>
    new Promise<{ version: number; first: number; rows: string[] }>((resolve) => {
      const answer = (rowCount: number, of = version.value): void => {
        const end = Math.min(range.first + range.count, rowCount);
        const rows = Array.from(
          { length: Math.max(0, end - range.first) },
          (_, at) => `row ${range.first + at}`,
        );
        resolve({ version: of, first: range.first, rows });
      };
      asked.push({ range, answer });
    });
  const scope = effectScope();
  const pages = scope.run(() => useRowPages(fetchRows, first, count, version, () => given.value));
  if (pages === undefined) throw new Error('The scope is active.');
  return { first, count, version, given, asked, ...pages };
}

describe('useRowPages', () => {
  it('requests rows again if the range moved during a request', async () => {
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

  it('makes one request at a time, and none for rows that it has', async () => {
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

  it('shows rows that arrive unrequested, and keeps them when older ones arrive', async () => {
    const { count, version, given, asked, rowAt } = paged();
    version.value = 2;
    count.value = 27;
    given.value = { version: 2, first: 0, rows: Array.from({ length: 27 }, (_, at) => `given ${at}`) };
    expect(rowAt(26)).toBe('given 26');
    given.value = null;
    asked[0]?.answer(1, 1);
    await flushPromises();
    expect(rowAt(0)).toBe('given 0');
    expect(asked).toHaveLength(1);
  });

  it('does not keep requesting missing rows', async () => {
    const { count, asked } = paged();
    count.value = 50;
    asked[0]?.answer(3);
    await flushPromises();
    asked[1]?.answer(3);
    await flushPromises();
    expect(asked).toHaveLength(2);
  });
});
