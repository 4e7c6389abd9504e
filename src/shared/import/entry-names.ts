import type { HeaderList } from '../http/exchange';
import { headerValue } from '../http/http-fields';
import { SERVICE_HEADERS } from '../vault-forward/request';

/** Calls of Vault Forward have one address: the name of one says where it leads. */
export function withDestination(name: string, headers: HeaderList): string {
  const destination = headerValue(headers, SERVICE_HEADERS.url);
  return destination === null ? name : `${name} to ${withoutQuery(destination)}`;
}

/** The address as a person would say it: what follows the path may be long, and may be secret. */
function withoutQuery(url: string): string {
  const [address = ''] = url.replace(/^[a-z]+:\/\/(?:[^/?#]*@)?/i, '').split(/[?#]/);
  return address;
}

/** Counts how often it was asked about the same text before. */
export function timesBefore(): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return count;
  };
}

/** Tells names that are the same apart by a number, from the second one on: `GET /orders (2)`. */
export function numberedNames(): (name: string) => string {
  const before = timesBefore();
  return (name) => {
    const count = before(name);
    return count === 0 ? name : `${name} (${count + 1})`;
  };
}
