import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '@shared/http/loopback';
import { parseUrl } from '@shared/http/parse-url';

/**
 * True when the Host header names this computer by its loopback address or as localhost. Any other name that leads here
 * has been rebound, which is how a web page would try to get in.
 */
export function namesThisComputer({ headers: { host } }: IncomingMessage): boolean {
  if (host === undefined) return false;
  // The common forms first, because every request comes through here.
  return PLAIN.test(host) || isLoopbackHost(parseUrl(`http://${host}`)?.hostname ?? '');
}

const PLAIN = /^(?:127\.0\.0\.1|localhost):\d{1,5}$/;

/**
 * Turns the absolute form of a request's target, which every server has to accept, into a path, with its host in place
 * of the Host header's (RFC 9112, 3.2.2). False if the target is no path after that.
 */
export function readTarget(request: IncomingMessage): boolean {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(request.url ?? '') ?? [];
  if (host !== undefined) {
    request.headers.host = host;
    request.url = path.startsWith('/') ? path : `/${path}`;
  }
  return request.url?.startsWith('/') ?? false;
}

/** True when a browser sent the request on behalf of a page, or when it claims to. */
export function isFromWebPage(request: IncomingMessage): boolean {
  return request.headers.origin !== undefined || isSentForPage(request);
}

/** The same by the one header that no page can leave out or set: a request that is passed on may name an origin. */
export function isSentForPage({ headers }: IncomingMessage): boolean {
  return (headers['sec-fetch-site'] ?? 'none') !== 'none';
}
