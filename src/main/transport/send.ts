import { Attempt } from './attempt';
import { Pools } from './pools';
import type { Transport, TransportServices } from './types';

/**
 * HTTP/1.1 over node:http(s), one request at a time and exactly as given. HTTP/2 is not spoken: its headers are
 * compressed and lower-cased, and there would be no exact text to show.
 */
export function createTransport(services: TransportServices): Transport {
  const pools = new Pools();
  return {
    send(request, options) {
      const attempt = new Attempt(services, pools, request, options);
      return { result: attempt.run(), cancel: () => attempt.cancel() };
    },
    closeIdleConnections: () => pools.closeIdleConnections(),
  };
}
