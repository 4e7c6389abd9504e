import { isLoopbackHost } from '@shared/http/loopback';
import { sameHeaderName } from '@shared/http/http-fields';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import type { ServiceRequest } from './service-request';

/**
 * The request with its address and the Vault Forward headers that name the destination in a normal form, so that
 * different spellings of the same request become equal.
 */
export function inOneWriting(request: ServiceRequest): ServiceRequest {
  const headers = request.headers.map(([name, value]) => [name, headerInOneWriting(name, value)] as const);
  return { ...request, url: addressInOneWriting(request.url), headers };
}

/**
 * Rewrites the strings of a JSON text with only the escapes they need. Numbers stay as written, because a service may
 * distinguish more of them than a double can.
 */
export function stringsInOneWriting(text: string): string {
  return text.includes('\\') ? text.replace(/"(?:[^"\\]|\\[^])*"/g, stringInOneWriting) : text;
}

function stringInOneWriting(quoted: string): string {
  try {
    return JSON.stringify(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function headerInOneWriting(name: string, value: string): string {
  if (sameHeaderName(name, SERVICE_HEADERS.url)) return addressInOneWriting(value);
  if (sameHeaderName(name, SERVICE_HEADERS.method)) return value.trim().toUpperCase();
  return value;
}

function addressInOneWriting(text: string): string {
  try {
    const url = new URL(text.trim());
    url.hash = '';
    url.hostname = isLoopbackHost(url.hostname) ? 'localhost' : url.hostname.replace(/\.$/, '');
    return url.href;
  } catch {
    return text.trim();
  }
}
