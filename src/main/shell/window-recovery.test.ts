import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from 'vitest';
import { WindowRecovery } from './window-recovery';

class TestingContents extends EventEmitter {
  readonly done: string[] = [];
  reload(): void {
    this.done.push('reload');
  }
  forcefullyCrashRenderer(): void {
    this.done.push('crash');
    this.emit('render-process-gone', {}, { reason: 'killed' });
  }
}

let contents: TestingContents;
let recovery: WindowRecovery;
let told: string[];
let time: number;
let answers: { tryAgain: boolean; restart: (signal: AbortSignal) => Promise<boolean> };

beforeEach(() => {
  contents = new TestingContents();
  told = [];
  time = 0;
  answers = { tryAgain: true, restart: () => Promise.resolve(true) };
  recovery = new WindowRecovery(
    { webContents: contents, isDestroyed: () => false },
    {
      report: (what) => told.push(what),
      onGone: () => told.push('gone'),
      askToTryAgain: () => {
        told.push('asked');
        return Promise.resolve(answers.tryAgain);
      },
      askToRestart: (signal) => answers.restart(signal),
      quit: () => contents.done.push('quit'),
      now: () => time,
    },
  );
});

const die = async (reason: string): Promise<void> => {
  contents.emit('render-process-gone', {}, { reason });
  await new Promise((resolve) => setImmediate(resolve));
};

it('reloads a page that crashed, and gives the reason once', async () => {
  expect(recovery.takeReason()).toBeNull();
  await die('crashed');
  expect(contents.done).toEqual(['reload']);
  expect(told).toEqual(["the window's process ended: crashed", 'gone']);
  expect([recovery.takeReason(), recovery.takeReason()]).toEqual(['crashed', null]);
});

it('asks before it reloads a page that keeps crashing, and quits when told to', async () => {
  await die('crashed');
  time = 20_000;
  await die('oom');
  expect(told).not.toContain('asked');
  time = 25_000;
  await die('oom');
  expect(told).toContain('asked');
  expect(contents.done).toEqual(['reload', 'reload', 'reload']);
  answers.tryAgain = false;
  await die('oom');
  expect(contents.done).toEqual(['reload', 'reload', 'reload', 'quit']);
});

it('does nothing about a page that exited normally', async () => {
  await die('clean-exit');
  expect(contents.done).toEqual([]);
});

it('restarts a page that hangs, if the answer is yes', async () => {
  contents.emit('unresponsive');
  await new Promise((resolve) => setImmediate(resolve));
  expect(contents.done).toEqual(['crash', 'reload']);
});

it('withdraws the question when the page responds again', async () => {
  let aborted = false;
  answers.restart = (signal) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        aborted = true;
        resolve(true);
      }),
    );
  contents.emit('unresponsive');
  contents.emit('unresponsive');
  contents.emit('responsive');
  await new Promise((resolve) => setImmediate(resolve));
  expect([aborted, contents.done]).toEqual([true, []]);
});
