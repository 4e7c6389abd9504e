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
 * The keys that some services take in a body or a query, such as Square: JSON, also within a JSON string, a form, XML.
 */
const KEYS_IN_TEXT =
  /idempotency[-_]?key(?:\\*["'])?\s*[:=>]\s*(?!null\b)(?:\\*["'])?([^\s"'\\&<>,;)}]{1,300})/gi;

/** A batch can have thousands; each of these is one more condition of the query before a send. */
const MAX_IN_TEXT = 20;

/**
 * A hash for each idempotency key of the request: the same key to the same origin means the same intent, whatever the
 * path and the body say, and wherever the key is. A key for the destination counts at the destination's origin.
 * @param service on whose behalf: keys of different merchants have nothing in common.
 */
export function keyMarksOf(
  service: readonly unknown[],
  { environment }: Profile,
  request: ServiceRequest,
  body: string,
): readonly string[] {
  const { url, headers } = normaliseRequest(request);
  const destination = headers.find(([name]) => sameHeaderName(name, SERVICE_HEADERS.url))?.[1];
  // The built-in server gets a new port on each start but is still the same place.
  const own = environment === 'local' ? '' : originOf(url);
  const forwarded = destination === undefined ? own : originOf(destination);
  const inHeaders = headers
    .filter(([name]) => isIdempotencyKey(name))
    .map(([name, value]) => {
      const read = looselyRead(name);
      return [destinationHeaderName(read) === read ? own : forwarded, value.trim()] as const;
    });
  const inText = [destination ?? url, body]
    .flatMap((text) => Array.from(text.matchAll(KEYS_IN_TEXT), ([, key = '']) => [forwarded, key] as const))
    .slice(0, MAX_IN_TEXT);
  return [...inHeaders, ...inText]
    .filter(([, key]) => key !== '')
    .map(([place, key]) =>
      createHash('sha256')
        .update(JSON.stringify(['idempotency key', ...service, place, key]), 'utf8')
        .digest('hex'),
    );
}

/** `{sandbox}/…` is no address yet; anything else that is none is refused before it is sent. */
function originOf(address: string): string {
  return parseUrl(address)?.origin ?? SANDBOX_DESTINATION;
}
