import { describe, expect, it } from 'vitest';
import { TaskQueue } from './task-queue';

/** Tasks that end when the test says so, and what has happened to them. */
function open() {
  const queue = new TaskQueue();
  const log: string[] = [];
  const task = (name: string) => {
    let end = (): void => undefined;
    let fail = (): void => undefined;
    const ended = new Promise<string>((resolve, reject) => {
      end = () => resolve(name);
      fail = () => reject(new Error(name));
    });
    const given = queue.run(() => {
      log.push(name);
      return ended;
    });
    return { given, end, fail };
  };
  return { queue, log, task };
}

describe('a queue of tasks', () => {
  it('begins each when the one before has ended, in the order in which they were given', async () => {
    const { log, task } = open();
    const [a, b, c] = [task('a'), task('b'), task('c')];
    b.end();
    c.end();
    await Promise.resolve();
    expect(log).toEqual(['a']);
    a.end();
    expect(await Promise.all([a.given, b.given, c.given])).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['a', 'b', 'c']);
  });

  it('gives an error to whoever gave the task, and runs the next one', async () => {
    const { task } = open();
    const [a, b] = [task('a'), task('b')];
    a.fail();
    b.end();
    await expect(a.given).rejects.toThrow('a');
    expect(await b.given).toBe('b');
  });

  it('runs a task that throws at once like any other', async () => {
    const { queue } = open();
    const thrown = queue.run(() => {
      throw new Error('at once');
    });
    await expect(thrown).rejects.toThrow('at once');
    expect(await queue.run(() => 'next')).toBe('next');
  });

  it('is settled when all tasks given so far have ended, even if one failed', async () => {
    const { queue, log, task } = open();
    const [a, b] = [task('a'), task('b')];
    const settled = queue.settled().then(() => log.push('settled'));
    a.end();
    await a.given;
    expect(log).not.toContain('settled');
    b.fail();
    await expect(b.given).rejects.toThrow('b');
    await settled;
    expect(log).toEqual(['a', 'b', 'settled']);
  });
});
