import { afterEach, expect, it, vi } from 'vitest';
import { findInCollection } from './found-in-collection';
import { readPostman } from './postman';
import { readCollection } from './read-collection';

const url = 'https://api.example/v1/orders';
afterEach(() => vi.restoreAllMocks());

it('A HAR file, which may have 50 MB, is parsed once', () => {
  const entries = [1, 2, 3].map(() => ({ request: { method: 'GET', url, headers: [] } }));
  const text = JSON.stringify({ log: { entries } });
  const parse = vi.spyOn(JSON, 'parse');
  expect(readCollection(text)?.entries).toHaveLength(3);
  expect(parse).toHaveBeenCalledTimes(1);
});

it('Requests of a Postman collection are read in the steps between which others have their turn', () => {
  const read: number[] = [];
  const items = [1, 2, 3].map((nth) => ({
    name: `Request ${nth}`,
    request: {
      method: 'POST',
      url,
      get body() {
        read.push(nth);
        return { mode: 'raw', raw: '{}' };
      },
    },
  }));
  const collection = readPostman({ info: { name: 'Orders' }, item: items });
  if (collection === null) throw new Error('not read');
  expect(read).toEqual([]);
  const steps = findInCollection(collection);
  steps.next();
  expect(read).toEqual([]);
  steps.next();
  expect(read).toEqual([1]);
  while (steps.next().done !== true);
  expect(read).toEqual([1, 2, 3]);
});
