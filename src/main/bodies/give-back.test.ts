import { expect, it } from 'vitest';
import { giveBack } from './give-back';

it('frees a buffer that owns all its memory, but no view into shared memory', () => {
  const own = new Uint8Array(100_000);
  const shared = new Uint8Array(100_000).fill(1);
  const fromPool = Buffer.from('a few bytes');
  giveBack(own);
  giveBack(own);
  giveBack(shared.subarray(1));
  giveBack(fromPool);
  expect(own.length).toBe(0);
  expect(shared.every((byte) => byte === 1)).toBe(true);
  expect(fromPool.toString()).toBe('a few bytes');
});
