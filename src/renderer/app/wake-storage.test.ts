import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wakeStorageAhead } from './wake-storage';

const wakeStorage = vi.fn(() => Promise.resolve({ ok: true, value: null }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('explorer', { wakeStorage });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells main when the person becomes active, at most every two seconds', () => {
  wakeStorageAhead();
  dispatchEvent(new Event('focus'));
  // The app itself asks for the database while it starts.
  expect(wakeStorage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
  expect(wakeStorage).toHaveBeenCalledTimes(1);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  vi.advanceTimersByTime(1_999);
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(wakeStorage).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(wakeStorage).toHaveBeenCalledTimes(2);
});
