import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventBatches } from './event-batches';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function gather(): { readonly told: (readonly number[])[]; readonly batches: EventBatches<number> } {
  const told: (readonly number[])[] = [];
  return { told, batches: new EventBatches((items) => told.push(items)) };
}

it('sends the events of 100 ms together, in order', async () => {
  const { told, batches } = gather();
  batches.add([1]);
  await vi.advanceTimersByTimeAsync(99);
  batches.add([2, 3]);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  batches.add([4]);
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toEqual([[1, 2, 3], [4]]);
});

it('sends at once when there are 2,000, and leaves no timer behind', () => {
  const { told, batches } = gather();
  batches.add([1]);
  batches.add(Array.from({ length: 1_999 }, (_, index) => index));
  expect(told.map(({ length }) => length)).toEqual([2_000]);
  expect(vi.getTimerCount()).toBe(0);
});

it('sends what it holds when flushed, even if that is nothing', () => {
  const { told, batches } = gather();
  batches.add([1]);
  batches.flush();
  batches.flush();
  expect(told).toEqual([[1], []]);
  expect(vi.getTimerCount()).toBe(0);
});
