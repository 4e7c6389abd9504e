import { MASKED, type SentRequest } from '@shared/http/exchange';
import { pathOfRequest } from '@shared/operations/registry';
import type { Profile } from '@shared/profiles/profile';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import { fillRequest, type ValueOf } from '@shared/requests/variables';
import { maskSecretHeaders } from '@shared/secrets/mask-secret-headers';
import { sameHeaderName } from '@shared/http/http-fields';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import { serviceCallHeaders, wireHeaders } from '@shared/http/wire-headers';

/**
 * The request as it would be sent under a profile, for copying, with secrets masked; null while the profile has no base
 * URL.
 * @param sentUrl gives the URL of the destination that will be called.
 * @param valueOf gives the values of variables; a variable without a value stays as it is written.
 */
export function unsentRequest(
  composed: RequestSpec,
  profile: Profile | null,
  sentUrl: (destinationUrl: string) => string,
  valueOf: ValueOf,
): SentRequest | null {
  if (profile?.baseUrl == null) return null;
  const request = fillRequest(composed, valueOf);
  const { method } = targetOf(request);
  const address = profile.baseUrl + pathOfRequest(request);
  // What still needs a value stays readable.
  const url = /[{}]/.test(address) ? address : new URL(address).href;
  const bytes = request.body === null ? null : new TextEncoder().encode(request.body).length;
  const own = request.headers.map(
    ({ name, value }) => [name, sameHeaderName(name, SERVICE_HEADERS.url) ? sentUrl(value) : value] as const,
  );
  const marked = request.headers.filter(({ secret }) => secret).map(({ name }) => name);
  const headers = wireHeaders(
    {
      method,
      host: new URL(url).host,
      headers: serviceCallHeaders(profile, MASKED, own),
      bodyBytes: bytes,
    },
    '',
  );
  return {
    method,
    url,
    // Another program sends its own user agent.
    headers: maskSecretHeaders(headers, marked).filter(([name]) => name.toLowerCase() !== 'user-agent'),
    body:
      request.body === null || bytes === null
        ? { kind: 'none' }
        : { kind: 'text', text: request.body, bytes, bodyId: null },
  };
}
