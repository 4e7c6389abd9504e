import { createHash } from 'node:crypto';
import { looselyRead, sameHeaderName } from '@shared/http/http-fields';
import type { Profile } from '@shared/profiles/profile';
import { isIdempotencyKey } from '@shared/vault-forward/idempotency-key';
import { destinationHeaderName, SERVICE_HEADERS } from '@shared/vault-forward/request';
import { parseUrl } from '@shared/http/parse-url';
import { SANDBOX_DESTINATION } from '@shared/vault-forward/sandbox-destination';
import { normaliseRequest } from './normalise-request';
import type { ServiceRequest } from './service-request';

/**
 * A hash for each idempotency key of the request: the same key to the same origin means the same intent, whatever the
 * path, the body and the name of the header. A key for the destination counts at the destination's origin.
 * @param service on whose behalf: keys of different merchants have nothing in common.
 */
export function keyMarksOf(
  service: readonly unknown[],
  { environment }: Profile,
  request: ServiceRequest,
): readonly string[] {
  const { url, headers } = normaliseRequest(request);
  const destination = headers.find(([name]) => sameHeaderName(name, SERVICE_HEADERS.url))?.[1];
  // The built-in server gets a new port on each start but is still the same place.
  const own = environment === 'local' ? '' : originOf(url);
  return headers.flatMap(([name, value]) => {
    const key = value.trim();
    if (key === '' || !isIdempotencyKey(name)) return [];
    const read = looselyRead(name);
    const isForwarded = destination !== undefined && destinationHeaderName(read) !== read;
    const place = isForwarded ? originOf(destination) : own;
    return createHash('sha256')
      .update(JSON.stringify(['idempotency key', ...service, place, key]), 'utf8')
      .digest('hex');
  });
}

/** `{sandbox}/…` is no address yet; anything else that is none is refused before it is sent. */
function originOf(address: string): string {
  return parseUrl(address)?.origin ?? SANDBOX_DESTINATION;
}
