import { isLoopbackHost } from '@shared/http/loopback';
import { sameHeaderName } from '@shared/http/http-fields';
import { parseUrl } from '@shared/http/parse-url';
import { percentDecoded } from '@shared/http/percent-decoded';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import { pairsByValue } from './pairs-by-value';
import type { ServiceRequest } from './service-request';
import { endOfString } from './without-layout';

/**
 * The request with its address and the Vault Forward headers that name the destination in a normal form, so that
 * different spellings of the same request become equal.
 */
export function normaliseRequest(request: ServiceRequest): ServiceRequest {
  const headers = request.headers.map(([name, value]) => [name, normaliseHeader(name, value)] as const);
  return { ...request, url: normaliseAddress(request.url), headers };
}

/**
 * Rewrites the strings of a JSON text with only the escapes they need. For texts that `jsonByValue` cannot
 * read, such as those with placeholders for numbers.
 */
export function normaliseStrings(text: string): string {
  if (!text.includes('\\')) return text;
  const parts: string[] = [];
  let from = 0;
  // No regular expression: it would run out of stack in a string of 16 MB.
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', from)) {
    const end = endOfString(text, quote + 1);
    parts.push(text.slice(from, quote), normaliseString(text.slice(quote, end)));
    from = end;
  }
  return parts.join('') + text.slice(from);
}

function normaliseString(quoted: string): string {
  try {
    return JSON.stringify(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function normaliseHeader(name: string, value: string): string {
  if (sameHeaderName(name, SERVICE_HEADERS.url)) return normaliseAddress(value);
  if (sameHeaderName(name, SERVICE_HEADERS.method)) return value.trim().toUpperCase();
  if (sameHeaderName(name, SERVICE_HEADERS.paymentMethods)) return value.toLowerCase();
  return value;
}

/** Servers usually take all these spellings of a path for the same one, and the order of a query for no difference. */
function normaliseAddress(text: string): string {
  const url = parseUrl(text.trim());
  if (url === null) return text.trim();
  const host = isLoopbackHost(url.hostname) ? 'localhost' : url.hostname.replace(/\.$/, '');
  const port = url.port === '' ? '' : `:${url.port}`;
  const path = percentDecoded(url.pathname).toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '');
  const query = pairsByValue(url.search.slice(1));
  return `${url.protocol}//${host}${port}${path}${query === '' ? '' : `?${query}`}`;
}
