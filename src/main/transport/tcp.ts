import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { isLoopbackHost } from '@shared/http/loopback';
import { untilAborted } from './abort';

interface Address {
  readonly address: string;
  readonly family: number;
}

/** How long to wait for one address before trying the next one in parallel (RFC 8305 5). */
const STAGGER_MS = 250;

/** The address if the host is one, so that nothing has to be resolved; otherwise null. */
export function literalAddress(host: string): readonly Address[] | null {
  const family = isIP(host);
  return family === 0 ? null : [{ address: host, family }];
}

const THIS_COMPUTER: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Of the system, which cannot be told to stop. */
const lookups = new Set<Promise<unknown>>();

/** Resolves once no host name is being looked up. Until then the process cannot end by itself. */
export async function lookupsEnded(): Promise<void> {
  await Promise.allSettled(lookups);
}

/** All addresses of a host name in the resolver's order, alternating between IPv6 and IPv4 (RFC 8305 4). */
export async function resolveAddresses(host: string, signal: AbortSignal): Promise<readonly Address[]> {
  const literal = literalAddress(host);
  if (literal) return literal;
  const asking = isLoopbackHost(host) ? lookUpHere(host) : lookup(host, { all: true, verbatim: true });
  const noted = asking.finally(() => lookups.delete(noted));
  lookups.add(noted);
  const addresses = await untilAborted(noted, signal);
  const first = addresses.filter((entry) => entry.family === addresses[0]?.family);
  const second = addresses.filter((entry) => entry.family !== addresses[0]?.family);
  return first
    .flatMap((entry, index) => [entry, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length));
}

/**
 * Addresses of this computer, for `localhost` and names under it. Many systems ask DNS for `pay.localhost`, which may
 * name another computer, although over http, and without a question, a token goes only to this one (RFC 6761 6.3).
 */
async function lookUpHere(host: string): Promise<readonly Address[]> {
  const found = await lookup(host, { all: true, verbatim: true }).catch((): Address[] => []);
  const here = found.filter(({ address, family }) => isLoopbackHost(family === 6 ? `[${address}]` : address));
  return here.length > 0 ? here : THIS_COMPUTER;
}

/**
 * Connects to the first address that answers, starting each attempt a little after the last: a network whose IPv6
 * leads nowhere costs a quarter of a second instead of the whole timeout. Rejects with the first attempt's error.
 */
export function connectTcp(
  addresses: readonly Address[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const attempts = new Set<Socket>();
    let firstError: Error | null = null;
    let timer: NodeJS.Timeout | undefined;
    let settled = false;

    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      for (const attempt of attempts) attempt.destroy();
    };
    const onAbort = (): void => {
      settle();
      reject(new Error('aborted'));
    };
    const tryNext = (): void => {
      clearTimeout(timer);
      if (settled) return;
      const next = waiting.shift();
      if (!next) {
        if (attempts.size > 0) return;
        settle();
        reject(firstError ?? new Error('The host name has no address'));
        return;
      }
      const socket = connect({ host: next.address, port, family: next.family, noDelay: true });
      attempts.add(socket);
      socket.once('error', (error) => {
        firstError ??= error;
        attempts.delete(socket);
        tryNext();
      });
      socket.once('connect', () => {
        attempts.delete(socket);
        settle();
        socket.removeAllListeners('error');
        resolve(socket);
      });
      if (waiting.length > 0) timer = setTimeout(tryNext, STAGGER_MS);
    };

    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
    tryNext();
  });
}
