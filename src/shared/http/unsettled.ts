import { readsAtDestination } from '../vault-forward/reading-forward';
import type { Exchange } from './exchange';
import { isSafe } from './http-fields';
import { readServiceError, type ServiceError } from './service-error';

/**
 * Answers from a server that waited for another one and does not know what was done there; 499 is used by nginx and
 * gRPC gateways.
 */
const UPSTREAM_UNANSWERED: ReadonlySet<number> = new Set([408, 499, 502, 504]);

/**
 * True if nobody knows whether a request took effect: no complete answer came, or one that does not say. The person
 * is then asked before it, or a changed copy of it, is sent again. A request that only reads has no effect.
 */
export function isUnsettled(
  exchange: Pick<Exchange, 'operation' | 'outcome' | 'response' | 'request'>,
): boolean {
  const { outcome, response, request } = exchange;
  if (isSafe(request.method)) return false;
  if (outcome.kind !== 'answered') return outcome.mayHaveArrived;
  if (response === null || readsAtDestination(exchange) !== null) return false;
  return leavesOpen(response.status, readServiceError(response));
}

/**
 * True for an answer after which the request may still have been carried out: a gateway's, or the service's own
 * failure.
 */
export function leavesOpen(status: number, error: ServiceError | null): boolean {
  if (status === 502 && saysRefused(error)) return false;
  return UPSTREAM_UNANSWERED.has(status) || isNonStandardStatus(status) || (status >= 500 && error !== null);
}

/** Statuses such as 520 or 524, which proxies use when they do not know either. */
function isNonStandardStatus(status: number): boolean {
  return status < 200 || status > 511;
}

/** The service itself says that it could not connect to the destination, so nothing went there. */
export function saysRefused(error: ServiceError | null): boolean {
  const said = error === null ? [] : [error.message, ...error.details.map(({ message }) => message)];
  return said.some((message) =>
    /refused the connection|connection (?:was )?refused|ECONNREFUSED/i.test(message ?? ''),
  );
}
