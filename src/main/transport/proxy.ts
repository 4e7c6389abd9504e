import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { Address } from '@shared/http/plain-address';
import type { ProxyChoice } from '@shared/profiles/profile';
import { ProblemError } from '@shared/problem';
import { TUNNEL_ANSWERED } from '@shared/http/describe-failure';
import { parseUrl } from '@shared/http/parse-url';
import { untilAborted } from './abort';
import { detailOf, TransportFailure } from './failures';
import type { TransportServices } from './types';

export interface Proxy {
  /** TLS to the proxy itself. */
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** The value of `proxy-authorization`; secret. */
  readonly authorization: string | null;
}

/** Null means directly to the destination. */
export type Route = Proxy | null;

/** The host of a URL as sockets and certificates expect it: IPv6 addresses without brackets. */
export function hostOf(url: Address): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf(url: Address): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** How error messages name a proxy. */
export function nameOf({ host, port }: Proxy): string {
  return `${host}:${port}`;
}

/** RFC 6761 6.3 and RFC 1122 3.2.1.3. Never reached through a proxy, where "this computer" would be the proxy's. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

/** True if the connection needs no proxy. */
export function isDirect(target: Address, choice: ProxyChoice): boolean {
  return choice.kind === 'none' || isLoopback(hostOf(target));
}

/** The routes to a destination, in the order to try them. Throws a `TransportFailure` if none can be used. */
export async function routesTo(
  target: Address,
  choice: ProxyChoice,
  resolveSystemProxy: TransportServices['resolveSystemProxy'],
  signal: AbortSignal,
): Promise<readonly Route[]> {
  if (isDirect(target, choice)) return [null];
  if (choice.kind === 'manual') return [readProxyUrl(choice.url)];
  let answer: string;
  try {
    // Without path and query, so that a PAC script sees no more than it needs.
    answer = await untilAborted(resolveSystemProxy(`${target.protocol}//${target.host}/`), signal);
  } catch (error) {
    const words = 'The system’s proxy settings could not be read';
    throw new TransportFailure('proxy', signal.aborted ? words : `${words}: ${detailOf(error)}`);
  }
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const routes = entries.flatMap((entry) => readPacEntry(entry));
  if (routes.length === 0) {
    throw new TransportFailure(
      'proxy',
      `The system’s proxy settings say “${answer.replace(/\S+@/g, '')}”, of which nothing can be used (SOCKS is not supported)`,
    );
  }
  return routes;
}

/**
 * Parses a proxy URL that a person entered. Throws a `ProblemError`, which never quotes the URL because it may
 * contain a password.
 */
export function readProxyUrl(text: string): Proxy {
  const url = parseUrl(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new ProblemError({
      code: 'proxy-url',
      title: 'The proxy address of the profile cannot be used',
      meaning: 'It is not an http or https URL. Nothing was sent.',
      nextStep: 'Write it like http://proxy.example:8080, or choose the system’s proxy.',
      field: 'Proxy URL',
      detail: null,
    });
  }
  return {
    secure: url.protocol === 'https:',
    host: hostOf(url),
    port: portOf(url),
    authorization: basicCredentials(url),
  };
}

/**
 * Asks the proxy for a tunnel to the destination (RFC 9110 9.3.6). After that the socket carries the destination's
 * bytes. Throws a `TransportFailure` if the proxy refuses.
 */
export function openTunnel(
  socket: Socket,
  target: Address,
  proxy: Proxy,
  signal: AbortSignal,
): Promise<void> {
  const authority = `${target.hostname}:${portOf(target)}`;
  return new Promise((resolve, reject) => {
    const connecting = request({
      method: 'CONNECT',
      path: authority,
      setHost: false,
      headers: {
        host: authority,
        ...(proxy.authorization === null ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      createConnection: () => socket,
    });
    const settle = (failure: TransportFailure | null): void => {
      signal.removeEventListener('abort', onAbort);
      if (failure === null) return resolve();
      socket.destroy();
      reject(failure);
    };
    const onAbort = (): void =>
      settle(
        new TransportFailure('proxy', `${nameOf(proxy)} took the connection, but did not answer CONNECT`),
      );
    signal.addEventListener('abort', onAbort);
    connecting.on('error', (error) => settle(new TransportFailure('proxy', detailOf(error))));
    connecting.once('connect', (response, _socket, ahead) => {
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) {
        settle(
          new TransportFailure(
            'proxy',
            `The proxy answered ${status} ${response.statusMessage ?? ''}`.trim(),
          ),
        );
      } else if (ahead.length > 0) {
        settle(new TransportFailure('proxy', TUNNEL_ANSWERED));
      } else {
        settle(null);
      }
    });
    connecting.end();
  });
}

function readPacEntry(entry: string): readonly Route[] {
  if (/^DIRECT$/i.test(entry)) return [null];
  const [, kind, authority] = /^(PROXY|HTTPS?)\s+(\S+)$/i.exec(entry) ?? [];
  if (kind === undefined || authority === undefined) return [];
  const scheme = kind.toUpperCase() === 'HTTPS' ? 'https' : 'http';
  try {
    return [readProxyUrl(`${scheme}://${authority}`)];
  } catch {
    return [];
  }
}

function basicCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
