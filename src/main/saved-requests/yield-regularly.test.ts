import { expect, it } from 'vitest';
import { yieldRegularly } from './yield-regularly';

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('lets other work run between the parts of long work', async () => {
  const order: string[] = [];
  const pause = yieldRegularly();
  for (const name of ['first', 'second', 'third']) {
    setImmediate(() => order.push(`after ${name}`));
    work(20);
    order.push(name);
    await pause();
  }
  expect(order).toEqual(['first', 'after first', 'second', 'after second', 'third', 'after third']);
});
