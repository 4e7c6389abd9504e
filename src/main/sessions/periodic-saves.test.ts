import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SAVE_EVERY_MS, PeriodicSaves } from './periodic-saves';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Saves that each take until `finish` is called. */
function start() {
  let value = 0;
  const begun: number[] = [];
  const finishes: (() => void)[] = [];
  const saves = new PeriodicSaves(() => {
    begun.push(value);
    return new Promise((resolve) => finishes.push(resolve));
  });
  const change = (next: number): void => {
    value = next;
    saves.changed();
  };
  const pass = () => vi.advanceTimersByTimeAsync(SAVE_EVERY_MS);
  return { saves, begun, change, pass, finish: () => finishes.shift()?.() };
}

it('saves many changes once, in their latest state', async () => {
  const { begun, change, pass } = start();
  for (const value of [1, 2, 3]) change(value);
  expect(begun).toEqual([]);
  await pass();
  expect(begun).toEqual([3]);
});

it('never saves twice at the same time, and then saves the latest change', async () => {
  const { begun, change, pass, finish } = start();
  change(1);
  await pass();
  change(2);
  await pass();
  change(3);
  await pass();
  expect(begun).toEqual([1]);
  finish();
  await pass();
  expect(begun).toEqual([1, 3]);
});

it('saves once more after the current save when it ends', async () => {
  const { saves, begun, change, pass, finish } = start();
  change(1);
  await pass();
  change(2);
  const ended = saves.end();
  await pass();
  expect(begun).toEqual([1]);
  finish();
  await pass();
  expect(begun).toEqual([1, 2]);
  finish();
  await ended;
  await pass();
  expect(begun).toEqual([1, 2]);
});
