import type { Exchange } from '../http/exchange';
import { destinationHost } from './destination';
import { SERVICE_HEADERS } from './request';

/** The host that an exchange was forwarded to, or the whole URL if it has no host. */
export function forwardedTo(exchange: Exchange): string {
  const url =
    exchange.request.headers.find(([name]) => name.toLowerCase() === SERVICE_HEADERS.url)?.[1] ?? '';
  return destinationHost(url) ?? url;
}
