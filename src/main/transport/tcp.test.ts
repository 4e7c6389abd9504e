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

const answerWith = (...addresses: { address: string; family: number }[]): void => {
  vi.mocked(dns.lookup).mockImplementation((() =>
    Promise.resolve(addresses)) as unknown as typeof dns.lookup);
};
const signal = new AbortController().signal;

it.each(['localhost', 'pay.localhost'])('takes no other computer for %s, whatever DNS says', async (host) => {
  answerWith({ address: '10.0.0.66', family: 4 }, { address: '2001:db8::66', family: 6 });
  expect(await resolveAddresses(host, signal)).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  // What the system says about this computer counts, in its order.
  const own = [
    { address: '::1', family: 6 },
    { address: '127.0.1.1', family: 4 },
  ] as const;
  answerWith(own[0], { address: '10.0.0.66', family: 4 }, own[1]);
  expect(await resolveAddresses(host, signal)).toEqual(own);
});

it('finds this computer under a name that only the specification knows', async () => {
  const missing = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  vi.mocked(dns.lookup).mockImplementation(() => Promise.reject(missing));
  expect(await resolveAddresses('pay.localhost', signal)).toContainEqual({ address: '127.0.0.1', family: 4 });
  await expect(resolveAddresses('pay.example', signal)).rejects.toBe(missing);
});
