import { describe, expect, it } from 'vitest';
import { Gate, type Wait, type RetryDecision } from './gate';

const START = Date.parse('2026-11-21T00:00:00Z');
const limit = (waitMs: number): RetryDecision => ({ kind: 'rate-limit', waitMs, reason: 'status 429' });
const failure = (waitMs: number): RetryDecision => ({ kind: 'failure', waitMs, reason: 'status 502' });

/** A gate with a clock that the test controls. */
function open() {
  let passed = 0;
  let skew = 0;
  const told: (Wait | null)[] = [];
  let sleeping: { readonly ms: number; readonly until: number; readonly wake: () => void }[] = [];
  const gate = new Gate({
    onWait: (wait) => told.push(wait),
    now: () => START + passed + skew,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        sleeping.push({ ms, until: passed + ms, wake: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const settle = (): Promise<void> => new Promise(setImmediate);
  return {
    gate,
    told,
    sleeping: () => sleeping.map(({ ms }) => ms),
    settle,
    setClock: (by: number) => (skew += by),
    pass: async (ms: number) => {
      await settle();
      passed += ms;
      const due = sleeping.filter(({ until }) => until <= passed);
      sleeping = sleeping.filter(({ until }) => until > passed);
      for (const { wake } of due) wake();
      await settle();
    },
  };
}

const never = new AbortController().signal;

/** Whether the promise has resolved yet. */
function watch(passing: Promise<void>): { done: boolean } {
  const state = { done: false };
  void passing.then(() => (state.done = true));
  return state;
}

describe('Gate', () => {
  it('lets everything pass while nothing is limited', async () => {
    const { gate, told } = open();
    await gate.pass(never);
    expect(told).toEqual([]);
  });

  it('holds up all requests that share it during a rate limit', async () => {
    const { gate, told, sleeping, settle, pass } = open();
    const limited = watch(gate.hold(limit(7_000), 2, never));
    const other = watch(gate.pass(never));
    await settle();
    expect([limited.done, other.done]).toEqual([false, false]);
    expect(sleeping()).toEqual([7_000, 7_000]);
    expect(told[0]).toEqual({ ...limit(7_000), nextTry: 2, until: START + 7_000 });
    await pass(7_000);
    expect([limited.done, other.done]).toEqual([true, true]);
    expect(told.at(-1)).toBeNull();
    await gate.pass(never);
  });

  it('waits for the longest of several limits', async () => {
    const { gate, sleeping, settle, pass } = open();
    const short = watch(gate.hold(limit(1_000), 2, never));
    await settle();
    const long = watch(gate.hold(limit(5_000), 2, never));
    await pass(1_000);
    expect([short.done, long.done]).toEqual([false, false]);
    expect(sleeping()).toEqual([5_000, 4_000]);
    await pass(4_000);
    expect([short.done, long.done]).toEqual([true, true]);
  });

  it('holds up only the failed request after a failure', async () => {
    const { gate, pass, settle } = open();
    const failed = watch(gate.hold(failure(500), 2, never));
    const other = watch(gate.pass(never));
    await settle();
    expect([failed.done, other.done]).toEqual([false, true]);
    await pass(500);
    expect(failed.done).toBe(true);
  });

  it('waits once, even if the clock is set back during the wait', async () => {
    const { gate, sleeping, settle, setClock, pass } = open();
    const limited = watch(gate.hold(limit(7_000), 2, never));
    await settle();
    setClock(-3_600_000);
    await pass(7_000);
    expect(limited.done).toBe(true);
    expect(sleeping()).toEqual([]);
    await gate.pass(never);
  });

  it('does not make a request wait longer if it arrives after the clock was set back', async () => {
    const { gate, settle, setClock, pass } = open();
    const limited = watch(gate.hold(limit(7_000), 2, never));
    await settle();
    setClock(-3_600_000);
    const other = watch(gate.pass(never));
    await pass(7_000);
    expect([limited.done, other.done]).toEqual([true, true]);
  });

  it('lets a cancelled request pass at once', async () => {
    const { gate } = open();
    const stop = new AbortController();
    const limited = gate.hold(limit(60_000), 2, stop.signal);
    stop.abort();
    await limited;
    await gate.pass(stop.signal);
  });

  it('lets nothing pass while paused, even after a limit has ended', async () => {
    let goOn = (): void => undefined;
    let paused = true;
    const gate = new Gate({
      onWait: () => undefined,
      wait: () => Promise.resolve(),
      whileNotPaused: () => (paused ? new Promise((resolve) => (goOn = resolve)) : Promise.resolve()),
    });
    const passing = watch(gate.hold(limit(10), 2, never));
    await new Promise(setImmediate);
    expect(passing.done).toBe(false);
    paused = false;
    goOn();
    await new Promise(setImmediate);
    expect(passing.done).toBe(true);
  });
});
