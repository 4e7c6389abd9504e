import { isLoopbackHost } from '@shared/http/loopback';
import { sameHeaderName } from '@shared/http/http-fields';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
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
  return value;
}

function normaliseAddress(text: string): string {
  try {
    const url = new URL(text.trim());
    url.hash = '';
    url.hostname = isLoopbackHost(url.hostname) ? 'localhost' : url.hostname.replace(/\.$/, '');
    return url.href;
  } catch {
    return text.trim();
  }
}
