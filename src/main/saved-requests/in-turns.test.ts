import { expect, it } from 'vitest';
import { inTurns } from './in-turns';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('lets others have their turn between the steps of long work, and gives what comes of it', async () => {
  const order: string[] = [];
  function* steps(): Generator<void, string> {
    for (const name of ['first', 'second', 'third']) {
      setImmediate(() => order.push(`after ${name}`));
      work(20);
      order.push(name);
      yield;
    }
    return 'done';
  }
  expect(await inTurns(steps())).toBe('done');
  expect(order).toEqual(['first', 'after first', 'second', 'after second', 'third', 'after third']);
});
