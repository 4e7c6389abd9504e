import { expect, it, vi } from 'vitest';
import { EXIT } from '../exit-codes';
import type { CommandContext } from './command';
import { forward } from './send';

it('forward ends with "not found" where nothing is saved under that name, as run does, and sends nothing', async () => {
  const ask = vi.fn(() => Promise.resolve([]));
  const say = vi.fn();
  const context = { app: { ask }, say } as unknown as CommandContext;
  expect(await forward('Cards/Authorise', [])(context)).toBe(EXIT.notFound);
  expect(say.mock.calls).toEqual([
    ['There is no saved request "Cards/Authorise". A file ends with .yaml; - is standard input.'],
  ]);
  expect(ask.mock.calls).toEqual([
    ['listSavedRequests', undefined],
    ['describeStorage', undefined],
  ]);
});
