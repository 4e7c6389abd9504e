import { afterEach, expect, it, vi } from 'vitest';
import { readCollection } from './read-collection';

const url = 'https://api.example/v1/orders';
afterEach(() => vi.restoreAllMocks());

it('A HAR file is parsed once', () => {
  const entries = [1, 2, 3].map(() => ({ request: { method: 'GET', url, headers: [] } }));
  const text = JSON.stringify({ log: { entries } });
  const parse = vi.spyOn(JSON, 'parse');
  expect(readCollection(text)?.entries).toHaveLength(3);
  expect(parse).toHaveBeenCalledTimes(1);
});
