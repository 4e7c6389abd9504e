import { errorStatuses } from './generated/operations';
import type { ApiError, ErrorDetail } from './models';
import type { ErrorStatusEntry } from './operation-types';
import { operations, type OperationId } from './operations';

type Table = typeof errorStatuses;
type NumberOf<Key> = Key extends `${infer Value extends number}` ? Value : never;

/** Every status of the specification's table of errors. */
export type ErrorStatus = NumberOf<keyof Table>;
/** Those that come with an error object. */
export type ErrorObjectStatus = Exclude<ErrorStatus, 422>;

/** The table of errors by status. */
export const errorCatalogue: Readonly<Record<ErrorStatus, ErrorStatusEntry>> = errorStatuses;

export function isErrorStatus(status: number): status is ErrorStatus {
  return Object.hasOwn(errorCatalogue, status);
}

/** The error object of a status; message and details as the specification's defaults unless given. */
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

/** What a status means, for a person. */
export interface StatusExplanation {
  readonly status: number;
  /** False for a status that the specification does not list. */
  readonly documented: boolean;
  /** Code and default message by the specification; null where it has none. */
  readonly code: string | null;
  readonly defaultMessage: string | null;
  /** By the specification where `documented`, else by HTTP. */
  readonly meaning: string;
  readonly emptyBody: boolean;
  /** What to check or do next, most likely first; ours, not the specification's. */
  readonly nextSteps: readonly string[];
}

/** Explains a status of an operation. Never throws, whatever the status. */
export function explainStatus(status: number, operationId: OperationId): StatusExplanation {
  const entry = isErrorStatus(status) ? errorCatalogue[status] : null;
  const response = operations[operationId].responses[status];
  return {
    status,
    documented: response !== undefined,
    code: entry?.code ?? null,
    defaultMessage: entry?.defaultMessage ?? null,
    meaning: response?.meaning ?? entry?.meaning ?? meaningByHttp(status),
    emptyBody: entry?.emptyBody ?? false,
    nextSteps: isErrorStatus(status) ? nextSteps(status, operationId) : [],
  };
}

function meaningByHttp(status: number): string {
  if (status >= 200 && status < 300) return 'Success';
  if (status >= 300 && status < 400)
    return 'Redirection; it is shown and not followed, so that the token stays here';
  if (status >= 400 && status < 500) return 'The request was refused';
  if (status >= 500 && status < 600) return 'The server failed';
  return 'Not a final HTTP status';
}

/** Vault Forward may have charged a card before it failed; a GET changes nothing. */
function tryAgain(operationId: OperationId): string {
  return operations[operationId].method === 'GET'
    ? 'Try again in a moment.'
    : 'Find out whether the destination received the request before sending it again.';
}

function scopeStep(operationId: OperationId): string {
  const scopes = operations[operationId].requiredScopes;
  return scopes === null
    ? 'Check the scopes of the token. The specification does not show which one this operation requires.'
    : `Check that the token has the scope ${scopes.join(', ')}, which this operation requires.`;
}

function nextSteps(status: ErrorStatus, operationId: OperationId): readonly string[] {
  switch (status) {
    case 400:
      return ['Read the details: each names a part of the request and points at what is wrong there.'];
    case 401:
      return [
        'Check that the token is there, whole, and not expired.',
        'Check that the token was issued for the environment of this base URL.',
      ];
    case 403:
      return [
        scopeStep(operationId),
        'Check that the token may act for the merchant account that was asked.',
      ];
    case 404:
      return [
        'Check the ID, and which environment and merchant account were asked: the other ones may have it.',
        'Check the base URL: a path too many leads nowhere.',
      ];
    case 405:
      return ['Check the base URL: the address answers, but not to this method.'];
    case 409:
      return ['Look for the record that is already there.'];
    case 422:
      return ['Check that the payment method it refers to still exists.'];
    case 425:
      return [tryAgain(operationId)];
    case 429:
      return [
        'Wait before the next request; a Retry-After header says how long. The rate limits are not shown.',
        tryAgain(operationId),
      ];
    case 500:
    case 502:
    case 504:
      return [
        tryAgain(operationId),
        'If it stays, give the support of the service the time and the request ID.',
      ];
  }
}
