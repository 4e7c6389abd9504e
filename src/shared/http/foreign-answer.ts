import { isContractOperation, type OperationKey } from '../requests/operation-key';
import type { ReceivedResponse } from './exchange';
import { readServiceError, type ServiceError } from './service-error';

/** True if the answer may have any shape: from a destination, or described by another document. */
export function hasAnyShape(operation: OperationKey): boolean {
  return operation === 'vault_forward' || !isContractOperation(operation);
}

/** Statuses for which the specification gives the API's error object (Errors). */
export const WITH_ERROR_OBJECT: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 409, 425, 429, 500, 502, 504,
]);

/**
 * An answer whose status has a meaning in the API, but which is not in the API's form: something in between, such as
 * a proxy, may have answered and mean something else by it. It says nothing about the token, the ID or a payment
 * method. For an operation that `hasAnyShape`, nobody can tell.
 */
export function isForeign(response: ReceivedResponse): boolean {
  return isForeignAnswer(response.status, readServiceError(response), isEmpty(response));
}

/** The same for an answer that is already parsed. */
export function isForeignAnswer(status: number, error: ServiceError | null, isEmpty: boolean): boolean {
  // Only this code says that the requested resource does not exist.
  if (status === 404) return error?.code !== 'not_found';
  if (status === 422) return error === null && !isEmpty;
  return error === null && (WITH_ERROR_OBJECT.has(status) || status >= 500);
}

/** True if the service itself refused the token: a 401 from something in between says nothing about it. */
export function isTokenRefused(response: ReceivedResponse | null): boolean {
  return response?.status === 401 && !isForeign(response);
}

/** The API says so with a 422 without a body. */
export function saysNoPaymentMethod(response: ReceivedResponse): boolean {
  return response.status === 422 && isEmpty(response);
}

export function isEmpty({ body }: ReceivedResponse): boolean {
  return body.kind === 'none' || body.bytes === 0;
}
