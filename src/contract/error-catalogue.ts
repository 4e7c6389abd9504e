import { errorStatuses } from './generated/operations';
import type { ApiError, ErrorDetail } from './models';
import type { ErrorStatusEntry } from './operation-types';

type Table = typeof errorStatuses;
type NumberOf<Key> = Key extends `${infer Value extends number}` ? Value : never;

/** Every status of the specification's table of errors. */
export type ErrorStatus = NumberOf<keyof Table>;
/** The statuses that come with an error object. */
export type ErrorObjectStatus = Exclude<ErrorStatus, 422>;

export const errorCatalogue: Readonly<Record<ErrorStatus, ErrorStatusEntry>> = errorStatuses;

export function isErrorStatus(status: number): status is ErrorStatus {
  return Object.hasOwn(errorCatalogue, status);
}

/** The error object of a status; unless given, message and details are the specification's defaults. */
export function errorObject(
  status: ErrorObjectStatus,
  given: { readonly message?: string; readonly details?: readonly ErrorDetail[] } = {},
): Required<ApiError> {
  const { code, defaultMessage } = errorStatuses[status];
  return {
    type: 'error',
    code,
    status,
    message: given.message ?? defaultMessage,
    details: [...(given.details ?? [])],
  };
}
