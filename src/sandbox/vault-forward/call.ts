import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { codeOf } from '@shared/text/code-of';
import { targetOf, type DownstreamRequest } from '../downstream-authentication/downstream-request';
import { detail, RequestRefused } from '../errors/api-error';
import type { LoopbackAddress } from './destination-address';

export interface CallOptions {
  /** How long to wait for the destination to begin its answer, and then for each next part of it, in ms. */
  readonly timeoutMs: number;
  /** PEM of the one authority whose certificates are trusted; null when no destination speaks TLS. */
  readonly authority: string | null;
  /** The caller's connection: when it closes, the call is aborted. */
  readonly caller: Duplex;
}

/** Sends the request once. Throws 502 if there is no answer, 504 if it comes too late. */
export async function callDestination(
  request: DownstreamRequest,
  addresses: readonly LoopbackAddress[],
  options: CallOptions,
): Promise<IncomingMessage> {
  for (const address of addresses) {
    try {
      return await send(request, address, options);
    } catch (error) {
      // A refused connection has carried no data, so the next address of the name may be tried; after any other error
      // it must not be.
      if (!(isRefusal(error) && address !== addresses[addresses.length - 1])) throw toRefusal(error);
    }
  }
  throw toRefusal(new Error('no address'));
}

class DestinationTimeout extends Error {}

function send(
  request: DownstreamRequest,
  target: LoopbackAddress,
  options: CallOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { url, client } = request;
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const settings: RequestOptions = {
      host: target.address,
      family: target.family,
      port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port,
      method: request.method,
      path: targetOf(url),
      headers: wireHeaders(request),
      agent: false,
      maxHeaderSize: 64 * 1024,
    };
    const tls = {
      ca: options.authority ?? [],
      ...(client ? { cert: client.certificate, key: client.key } : {}),
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    };
    const call = url.protocol === 'https:' ? requestTls({ ...settings, ...tls }) : requestPlain(settings);
    const hangUp = (): void => void call.destroy(new Error('the caller went away'));
    const timer = setTimeout(() => call.destroy(new DestinationTimeout()), options.timeoutMs);
    options.caller.once('close', hangUp);
    call.once('close', () => {
      clearTimeout(timer);
      options.caller.off('close', hangUp);
    });
    call.once('error', reject);
    call.once('response', (response) => {
      clearTimeout(timer);
      response.setTimeout(options.timeoutMs, () => response.destroy());
      resolve(response);
    });
    call.once('upgrade', () => call.destroy(new Error('the destination switched protocols')));
    call.end(request.body);
  });
}

/** The headers in their order on the wire, with the names as written. */
function wireHeaders({ url, headers, body }: DownstreamRequest): string[] {
  const length = body.length > 0 ? [['Content-Length', String(body.length)]] : [];
  return [['Host', url.host], ...headers, ...length, ['Connection', 'close']].flat();
}

function isRefusal(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED';
}

function toRefusal(error: unknown): RequestRefused {
  const at = ['x-vault-forward-url'];
  if (error instanceof DestinationTimeout) {
    return new RequestRefused(504, {
      details: [detail('header', at, 'The destination took too long to answer.')],
    });
  }
  const message = isRefusal(error)
    ? 'The destination refused the connection.'
    : `The destination did not answer (${codeOf(error) || 'no answer'}).`;
  return new RequestRefused(502, { details: [detail('header', at, message)] });
}
