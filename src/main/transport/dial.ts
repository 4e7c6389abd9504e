import type { Socket } from 'node:net';
import type { Address } from '@shared/http/plain-address';
import type { ProxyChoice } from '@shared/profiles/profile';
import { DNS_SILENT } from '@shared/http/describe-failure';
import { codeOf } from '@shared/text/code-of';
import { detailOf, TransportFailure } from './failures';
import { hostOf, isDirect, nameOf, openTunnel, portOf, routesTo, type Proxy, type Route } from './proxy';
import { connectTcp, literalAddress, resolveAddresses } from './tcp';
import { startTls, tlsFactsOf, type TlsContexts } from './tls';
import type { ConnectionFacts, TransportServices } from './types';
import type { HeadForm } from './wire';

export interface DialRequest {
  readonly target: Address;
  readonly proxy: ProxyChoice;
  readonly resolveSystemProxy: TransportServices['resolveSystemProxy'];
  readonly contexts: TlsContexts;
  /** Time limit for everything together: proxy settings, name resolution, connection, tunnel, TLS. */
  readonly connectMs: number;
  readonly signal: AbortSignal;
  /** Filled in as the phases end, so that it also shows how far a failed attempt got. */
  readonly times: DialTimes;
}

export interface DialTimes {
  dnsMs: number | null;
  /** TCP, plus the proxy's part (its own TLS, the tunnel) if there is one. */
  connectMs: number | null;
  tlsMs: number | null;
}

export function noTimes(): DialTimes {
  return { dnsMs: null, connectMs: null, tlsMs: null };
}

/** Facts about an open connection; whoever uses it adds `reused`. */
export interface OpenConnection extends HeadForm, Omit<ConnectionFacts, 'reused'> {}

const connections = new WeakMap<object, OpenConnection>();

/** The facts of a socket that `dial` opened. */
export function connectionOf(socket: object): OpenConnection {
  const connection = connections.get(socket);
  if (!connection) throw new Error('This socket was not opened by dial');
  return connection;
}

/**
 * Opens a connection that is ready for a request. Rejects with a `TransportFailure`; no part of the request has been
 * sent at that point.
 */
export async function dial(request: DialRequest): Promise<Socket> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, request.connectMs);
  request.signal.addEventListener('abort', stop);
  if (request.signal.aborted) stop();
  try {
    const { target, proxy, resolveSystemProxy } = request;
    // A direct route needs no asynchronous lookup.
    const routes = isDirect(target, proxy)
      ? [null]
      : await routesTo(target, proxy, resolveSystemProxy, limit.signal);
    return await takeFirst(routes, request, limit.signal);
  } catch (error) {
    if (!timedOut) throw error;
    // A silent proxy must not be reported as a silent service.
    if (error instanceof TransportFailure && error.failure === 'proxy')
      throw new TransportFailure('proxy', `${error.message} within ${request.connectMs} ms`);
    throw new TransportFailure(
      'connect-timeout',
      `No connection within ${request.connectMs} ms: ${phaseOf(error, request)}`,
    );
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', stop);
  }
}

/** Tries the routes in turn: a PAC file lists proxies in order of preference, and one that fails is skipped. */
async function takeFirst(
  routes: readonly Route[],
  request: DialRequest,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown = null;
  for (const route of routes) {
    try {
      return await take(route, request, signal);
    } catch (error) {
      failure ??= error;
      if (signal.aborted || !(error instanceof TransportFailure) || error.failure !== 'proxy') throw error;
    }
  }
  throw failure;
}

async function take(route: Route, request: DialRequest, signal: AbortSignal): Promise<Socket> {
  const { target, times } = request;
  const secure = target.protocol === 'https:';
  let socket = await connectTo(route, request, signal);
  const remoteAddress = addressOf(socket);
  if (route && secure) {
    const asked = performance.now();
    await openTunnel(socket, target, route, signal);
    times.connectMs = (times.connectMs ?? 0) + (performance.now() - asked);
  }
  let tls: ConnectionFacts['tls'] = null;
  if (secure) {
    const context = request.contexts.service();
    const began = performance.now();
    try {
      const secured = await startTls(socket, { host: hostOf(target), context, verify: true }, signal);
      tls = tlsFactsOf(secured);
      socket = secured;
    } catch (error) {
      const opened = route
        ? `the proxy ${nameOf(route)} opened the way, but the TLS handshake through it did not end`
        : 'connected, but the handshake did not end';
      throw new TransportFailure('tls', signal.aborted ? opened : detailOf(error));
    }
    times.tlsMs = performance.now() - began;
  }
  const throughProxy = route !== null && !secure;
  connections.set(socket, {
    tls,
    remoteAddress,
    proxy: route && nameOf(route),
    absoluteTarget: throughProxy,
    proxyAuthorization: throughProxy ? route.authorization : null,
  });
  return socket;
}

/** Connects to the proxy if there is one, otherwise to the destination. */
async function connectTo(proxy: Proxy | null, request: DialRequest, signal: AbortSignal): Promise<Socket> {
  const host = proxy?.host ?? hostOf(request.target);
  const port = proxy?.port ?? portOf(request.target);
  const { times } = request;
  try {
    const began = performance.now();
    const addresses = literalAddress(host) ?? (await resolveAddresses(host, signal));
    const resolved = performance.now();
    if (addresses[0]?.address !== host) times.dnsMs = resolved - began;
    const socket = await connectTcp(addresses, port, signal);
    times.connectMs = performance.now() - resolved;
    if (!proxy?.secure) return socket;
    const secured = await startTls(socket, { host, context: request.contexts.proxy(), verify: true }, signal);
    times.connectMs = performance.now() - resolved;
    return secured;
  } catch (error) {
    if (!proxy) throw new TransportFailure(failureOf(error), detailOf(error));
    throw new TransportFailure('proxy', signal.aborted ? `${nameOf(proxy)} did not answer` : detailOf(error));
  }
}

function failureOf(error: unknown): 'dns' | 'refused' | 'unreachable' {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code.startsWith('EAI_') || code === 'ENODATA') return 'dns';
  return code === 'ECONNREFUSED' ? 'refused' : 'unreachable';
}

function phaseOf(error: unknown, { target, times }: DialRequest): string {
  if (error instanceof TransportFailure && error.failure === 'tls') return error.message;
  if (times.dnsMs !== null) return 'the name was resolved, but nobody answered';
  return literalAddress(hostOf(target)) ? 'nobody answered' : DNS_SILENT;
}

function addressOf(socket: Socket): string | null {
  const { remoteAddress, remotePort, remoteFamily } = socket;
  if (remoteAddress === undefined || remotePort === undefined) return null;
  return remoteFamily === 'IPv6' ? `[${remoteAddress}]:${remotePort}` : `${remoteAddress}:${remotePort}`;
}
