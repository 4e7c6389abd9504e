import { isLoopbackHost } from '@shared/http/loopback';
import { sameHeaderName } from '@shared/http/http-fields';
import { SERVICE_HEADERS } from '@shared/vault-forward/request';
import type { ServiceRequest } from './service-request';

/** A request in one of the writings that say the same: of its address and, where it is a Vault Forward, of what its service reads. */
export function inOneWriting(request: ServiceRequest): ServiceRequest {
  const headers = request.headers.map(([name, value]) => [name, headerInOneWriting(name, value)] as const);
  return { ...request, url: addressInOneWriting(request.url), headers };
}

/** The strings of a JSON text with the escapes that they need, and no other. Numbers stay: a double holds fewer of them than a service may. */
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
