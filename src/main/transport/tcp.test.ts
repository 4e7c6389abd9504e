import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readArrived } from './read-arrived';
import { lookupsEnded, resolveAddresses } from './tcp';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { useHarness } from './test-fixtures/use-harness';

const harness = useHarness();
/** Ends the look-ups, which until then have no answer. */
let giveUp: () => void;

beforeEach(() => {
  const given = new Promise<void>((resolve) => (giveUp = resolve));
  vi.spyOn(dns, 'lookup').mockImplementation(() => given.then(() => Promise.reject(new Error('no answer'))));
  syncBuiltinESMExports();
});
afterEach(() => {
  giveUp();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('a request whose host name DNS does not answer for says so, not that the host is silent', async () => {
  const request = { method: 'GET', url: 'https://never.example/', headers: [], body: null };
  const options = { ...PLAIN_OPTIONS, timeouts: { connectMs: 50, totalMs: 5_000 } };
  const { outcome } = await harness.transport.send(request, options).result;
  expect(outcome).toMatchObject({ failure: 'connect-timeout', mayHaveArrived: false });
  expect(outcome).toHaveProperty('detail', 'No connection within 50 ms: DNS did not answer');
});

it('a look-up that nobody waits for any longer is known until the system has ended it', async () => {
  const stop = new AbortController();
  const asked = resolveAddresses('never.example', stop.signal);
  stop.abort();
  await expect(asked).rejects.toThrow('aborted');
  const told = vi.fn();
  const ending = lookupsEnded().then(told);
  await readArrived();
  expect(told).not.toHaveBeenCalled();
  giveUp();
  await ending;
  expect(told).toHaveBeenCalledOnce();
});
