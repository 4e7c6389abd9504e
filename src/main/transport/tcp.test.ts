import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { readArrived } from './read-arrived';
import { lookupsEnded, resolveAddresses } from './tcp';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('a look-up that nobody waits for any longer is known until the system has ended it', async () => {
  const answers: (() => void)[] = [];
  const lookup = vi.spyOn(dns, 'lookup');
  lookup.mockImplementation(() => new Promise((_resolve, reject) => answers.push(() => reject(new Error()))));
  syncBuiltinESMExports();
  const stop = new AbortController();
  const asked = resolveAddresses('never.example', stop.signal);
  stop.abort();
  await expect(asked).rejects.toThrow('aborted');
  const told = vi.fn();
  const ending = lookupsEnded().then(told);
  await readArrived();
  expect(told).not.toHaveBeenCalled();
  answers.forEach((answer) => answer());
  await ending;
  expect(told).toHaveBeenCalledOnce();
});
