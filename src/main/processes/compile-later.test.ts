import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMPILE_LATER_MS, compileLater } from './compile-later';

const LATER = ['--ticks-before-optimization=25', '--max-bytecode-size-for-early-opt=0'];
const V8_DEFAULTS = ['--ticks-before-optimization=3', '--max-bytecode-size-for-early-opt=81'];

let flags: string[] = [];
const tell = (areUnderWay: boolean, v8 = '10.8.168.25-electron.0'): void =>
  compileLater(areUnderWay, { v8, setFlag: (flag) => flags.push(flag) });

beforeEach(() => {
  vi.useFakeTimers();
  flags = [];
});
afterEach(() => vi.useRealTimers());

it('delays compilation for the first seconds of a job only', () => {
  tell(true);
  expect(flags).toEqual(LATER);
  vi.advanceTimersByTime(COMPILE_LATER_MS - 1);
  expect(flags).toEqual(LATER);
  vi.advanceTimersByTime(1);
  expect(flags).toEqual([...LATER, ...V8_DEFAULTS]);
});

it('ends the delay with the job, and starts it again for the next one', () => {
  tell(true);
  vi.advanceTimersByTime(COMPILE_LATER_MS - 1);
  tell(false);
  expect(flags).toEqual([...LATER, ...V8_DEFAULTS]);
  tell(true);
  vi.advanceTimersByTime(COMPILE_LATER_MS - 1);
  expect(flags).toEqual([...LATER, ...V8_DEFAULTS, ...LATER]);
  tell(false);
  vi.runAllTimers();
  expect(flags.slice(-2)).toEqual(V8_DEFAULTS);
});

it('changes nothing on a V8 version it was not measured on', () => {
  tell(true, '14.2.231.17-electron.0');
  tell(false, '14.2.231.17-electron.0');
  vi.runAllTimers();
  expect(flags).toEqual([]);
});
