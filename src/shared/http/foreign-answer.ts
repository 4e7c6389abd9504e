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
 * An answer with a status that the API gives a meaning to, but not in the API's form: something in between may have answered,
 * such as a proxy, and mean something else by it. It says nothing of the token, of the ID, or of a payment method.
 * Nobody can tell it of an operation that `hasAnyShape`.
 */
export function isForeign(response: ReceivedResponse): boolean {
  return isForeignAnswer(response.status, readServiceError(response), isEmpty(response));
}

/** The same for an answer that was parsed already. */
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

/** The API says it with a 422 that has no body. */
export function saysNoPaymentMethod(response: ReceivedResponse): boolean {
  return response.status === 422 && isEmpty(response);
}

export function isEmpty({ body }: ReceivedResponse): boolean {
  return body.kind === 'none' || body.bytes === 0;
}
