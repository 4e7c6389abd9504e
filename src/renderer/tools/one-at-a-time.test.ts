import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time';

it('skips intermediate calls, ends with the latest, and works again after a failure', async () => {
  const seen: number[] = [];
  let finish: () => void = () => undefined;
  let now = 1;
  const act = oneAtATime(async () => {
    seen.push(now);
    if (now === 3) throw new Error('failed');
    await new Promise<void>((resolve) => (finish = resolve));
  });
  const first = act();
  now = 2;
  await act();
  now = 3;
  await act();
  finish();
  await expect(first).rejects.toThrow('failed');
  now = 4;
  void act();
  expect(seen).toEqual([1, 3, 4]);
});
