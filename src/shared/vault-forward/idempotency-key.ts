import { destinationHeaderName } from './request';

/** The names under which services take an idempotency key; the specification shows none. */
const KEY_NAMES = new Set(['idempotency-key', 'x-idempotency-key']);

/** Of a request to the service, or of one to its destination. */
export function isIdempotencyKey(name: string): boolean {
  return KEY_NAMES.has(destinationHeaderName(name).toLowerCase());
}
