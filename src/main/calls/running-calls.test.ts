import { afterEach, expect, it, vi } from 'vitest';
import { cancelReason, LONG_JOB_MS, RunningCalls, type EndedJob } from './running-calls';

/** Resolves with the name of the call when it is cancelled. */
const untilCancelled =
  (name: string) =>
  (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(name)));

it('cancels a call by its id, and says when no such call is running', async () => {
  const calls = new RunningCalls();
  const first = calls.run('1', untilCancelled('first'));
  expect(calls.cancel('2')).toBe(false);
  expect(calls.cancel('1')).toBe(true);
  await expect(first).resolves.toBe('first');
  expect(calls.cancel('1')).toBe(false);
});

it('refuses a second call with the id of a running one', async () => {
  const calls = new RunningCalls();
  const first = calls.run('1', untilCancelled('first'));
  await expect(calls.run('1', untilCancelled('second'))).rejects.toThrow(/under way/);
  calls.cancelAll();
  await first;
});

it.each<[string, (calls: RunningCalls) => unknown]>([
  ['the person', (calls) => calls.cancel('run')],
  ['an edit of its profile', (calls) => calls.cancelProfile('a', 'the profile was edited', true)],
  ['the end of the app', (calls) => calls.end()],
])(
  'leaves a request at the service alone when its call is left, until %s cancels it',
  async (_who, cancel) => {
    const calls = new RunningCalls();
    const ended: string[] = [];
    const run = calls.run(
      'run',
      async (signal) => {
        const sent = calls.atService('run');
        if (sent === null) throw new Error('no such call');
        await Promise.all([
          untilCancelled('the rest of the run')(signal).then((name) => ended.push(name)),
          untilCancelled('the request')(sent).then((name) => ended.push(name)),
        ]);
        return cancelReason(signal);
      },
      { profileId: 'a' },
    );
    calls.leaveAll('the profile was switched');
    calls.cancelProfile('a', 'the profile was edited', false);
    await Promise.resolve();
    expect(ended).toEqual(['the rest of the run']);
    cancel(calls);
    expect(await run).toBe('the profile was switched');
    expect(ended).toEqual(['the rest of the run', 'the request']);
    expect(calls.atService('run')).toBeNull();
  },
);

it('aborts the request of a call that was cancelled before sending', async () => {
  const calls = new RunningCalls();
  const sent = await calls.run('run', () => {
    calls.cancel('run');
    return Promise.resolve(calls.atService('run'));
  });
  expect(sent?.aborted).toBe(true);
});

it('cancels a call that begins after the end at once', async () => {
  const calls = new RunningCalls();
  calls.end();
  const begun = await calls.run('late', (signal) =>
    Promise.resolve([signal.aborted, calls.atService('late')?.aborted]),
  );
  expect(begun).toEqual([true, true]);
});

it('cancels only the calls of the given profile, with the reason', async () => {
  const calls = new RunningCalls();
  const reasonOfFailure = async (signal: AbortSignal): Promise<string | null> => {
    await untilCancelled('')(signal);
    return cancelReason(signal);
  };
  const known = calls.run('known', reasonOfFailure, { profileId: 'a' });
  const later = calls.run('later', async (signal) => {
    const profile = calls.under('later', await Promise.resolve({ id: 'a', name: 'A' }));
    return `${profile.name}: ${String(await reasonOfFailure(signal))}`;
  });
  const other = calls.run('other', reasonOfFailure, { profileId: 'b' });
  const ofNone = calls.run('none', reasonOfFailure);
  await Promise.resolve();
  calls.cancelProfile('a', 'the profile was edited', false);
  expect(await known).toBe('the profile was edited');
  expect(await later).toBe('A: the profile was edited');
  expect(calls.cancel('other')).toBe(true);
  expect(await other).toBeNull();
  calls.cancelAll();
  expect(await ofNone).toBeNull();
});

it('reports when the first job begins and the last one ends, however it ends, and ignores single calls', async () => {
  const told: boolean[] = [];
  const calls = new RunningCalls(
    () => undefined,
    (areUnderWay) => told.push(areUnderWay),
  );
  const job = { job: { words: 'The load of buyers' } };
  const single = calls.run('single', untilCancelled('single'));
  expect(told).toEqual([]);
  const failing = calls.run('failing', () => Promise.reject(new Error('no answer')), job);
  expect(told).toEqual([true]);
  const other = calls.run('other', untilCancelled('other'), job);
  await expect(failing).rejects.toThrow('no answer');
  await expect(calls.run('other', untilCancelled('twice'), job)).rejects.toThrow(/under way/);
  expect(told).toEqual([true]);
  calls.cancel('other');
  await other;
  expect(told).toEqual([true, false]);
  calls.cancelAll();
  await single;
  await calls.run('again', () => Promise.resolve(), job);
  expect(told).toEqual([true, false, true, false]);
});

afterEach(() => void vi.useRealTimers());

it('reports only long jobs that finished or failed, not short, declined or cancelled ones', async () => {
  vi.useFakeTimers();
  const told: EndedJob[] = [];
  const calls = new RunningCalls((ended) => told.push(ended));
  const job = 'The list of 3 sessions';
  const lasting = (ms: number) => (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const running = [
    calls.run('short', lasting(LONG_JOB_MS - 1), { job: { words: 'A short one' } }),
    calls.run('single', lasting(LONG_JOB_MS)),
    calls.run('long', lasting(LONG_JOB_MS), { job: { words: job } }),
    calls.run('declined', lasting(LONG_JOB_MS), { job: { words: 'A declined one', isNothing: () => true } }),
    calls.run('cancelled', untilCancelled('cancelled'), { job: { words: 'A cancelled one' } }),
    calls
      .run('failed', async () => Promise.reject(await lasting(LONG_JOB_MS)()), {
        job: { words: 'A failed one' },
      })
      .catch(() => {}),
  ];
  await vi.advanceTimersByTimeAsync(LONG_JOB_MS);
  calls.cancelAll();
  await Promise.all(running);
  expect(told).toEqual([
    { job, failed: false },
    { job: 'A failed one', failed: true },
  ]);
});
