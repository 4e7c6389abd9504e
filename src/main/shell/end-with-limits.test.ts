import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeInSteps, endWithLimits, type Closer } from './end-with-limits';

const never = (): Promise<never> => new Promise(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collect(): { readonly reports: string[]; readonly report: (where: string, error: unknown) => void } {
  const reports: string[] = [];
  return { reports, report: (where, error) => reports.push(`${where}: ${String(error)}`) };
}

describe('closeInSteps', () => {
  it('closes step by step, with the parts of a step in parallel', async () => {
    const order: string[] = [];
    const closer = (name: string, ms: number): Closer => ({
      name,
      close: async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        order.push(`${name} ends`);
      },
    });
    const { reports, report } = collect();
    const closing = closeInSteps([[closer('a', 20), closer('b', 10)], [closer('c', 0)]], report);
    await vi.runAllTimersAsync();
    expect(await closing).toEqual([]);
    expect(order).toEqual(['a begins', 'b begins', 'b ends', 'a ends', 'c begins', 'c ends']);
    expect(reports).toEqual([]);
  });

  it('continues after a part that never ends, one that rejects and one that throws, and reports each', async () => {
    const { reports, report } = collect();
    const last = vi.fn();
    const closing = closeInSteps(
      [
        [{ name: 'stuck', close: never, limitMs: 1_000 }],
        [
          { name: 'rejects', close: () => Promise.reject(new Error('no disk')) },
          {
            name: 'throws',
            close: () => {
              throw new Error('no port');
            },
          },
        ],
        [{ name: 'last', close: last }],
      ],
      report,
    );
    await vi.advanceTimersByTimeAsync(999);
    expect(last).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await closing).toEqual(['stuck']);
    expect(last).toHaveBeenCalledOnce();
    expect([...reports].sort()).toEqual([
      'end: Error: rejects: no disk',
      'end: Error: stuck: not done within 1000 ms, the app ends without it',
      'end: Error: throws: no port',
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('counts a part that was late, but done before the last step was, as done', async () => {
    const { reports, report } = collect();
    const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const steps = [
      [{ name: 'late', close: () => after(1_500), limitMs: 1_000 }],
      [{ name: 'slow', close: () => after(1_000) }],
    ];
    const closing = closeInSteps(steps, report);
    await vi.runAllTimersAsync();
    expect(await closing).toEqual([]);
    expect(reports).toHaveLength(1);
  });
});

describe('endWithLimits', () => {
  function start(close: () => unknown) {
    const app = new EventEmitter();
    const prevented = vi.fn();
    const gone = vi.fn();
    const kill = vi.fn();
    const quit = (): void => {
      let stays = false;
      const preventDefault = (): void => {
        stays = true;
        prevented();
      };
      app.emit('will-quit', { preventDefault });
      if (!stays) gone();
    };
    const fake = Object.assign(app, { quit });
    endWithLimits(fake, [[{ name: 'part', close }]], () => undefined, kill);
    return { quit, gone, kill, prevented };
  }

  it('quits once its parts are closed, even if asked again in the meantime', async () => {
    const close = vi.fn();
    const { quit, gone, kill, prevented } = start(close);
    quit();
    quit();
    await vi.runAllTimersAsync();
    expect(close).toHaveBeenCalledOnce();
    expect(prevented).toHaveBeenCalledTimes(2);
    expect(gone).toHaveBeenCalledOnce();
    expect(kill).not.toHaveBeenCalled();
  });

  it('quits when a part fails to close', async () => {
    const { quit, gone } = start(() => Promise.reject(new Error('the worker is gone')));
    quit();
    await vi.runAllTimersAsync();
    expect(gone).toHaveBeenCalledOnce();
  });

  it('kills the process when a part is stuck', async () => {
    const { quit, gone, kill } = start(never);
    quit();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(kill).toHaveBeenCalledOnce();
    expect(gone).not.toHaveBeenCalled();
  });
});
