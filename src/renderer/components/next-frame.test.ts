import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextFrame } from './next-frame';

const frames: FrameRequestCallback[] = [];
let done: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function ask(who: string): void {
  void nextFrame().then(() => done.push(who));
}

function begin(): void {
  for (const call of frames.splice(0)) call(0);
}

it('is the same frame for all callers before it starts, and the next one for later callers', async () => {
  ask('one');
  ask('other');
  expect(frames).toHaveLength(1);
  begin();
  ask('later');
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['one', 'other']);
  expect(frames).toHaveLength(1);
  begin();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['one', 'other', 'later']);
});

it('resolves after 100 ms if no frames are drawn', async () => {
  for (const who of ['one', 'other']) {
    ask(who);
    await vi.advanceTimersByTimeAsync(99);
    expect(done).not.toContain(who);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toContain(who);
  }
});
