import { errorCatalogue, errorObject, isErrorStatus, type ErrorDetail, type ErrorStatus } from '@contract';
import { jsonAnswer, type Answer } from '../server/answer';

/** Every status of the specification's table of errors. */
export const errorStatusList: readonly ErrorStatus[] = Object.keys(errorCatalogue)
  .map(Number)
  .filter(isErrorStatus);

export interface ErrorDescription {
  /** Replaces the status's default message. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by a handler to answer with an error of the specification. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly answer: Answer;
  /** What was wrong, in a sentence. */
  readonly reason: string;

  constructor(
    readonly status: ErrorStatus,
    words: ErrorDescription = {},
  ) {
    super(`${status} ${words.message ?? errorCatalogue[status].meaning}`);
    this.answer = errorAnswer(status, words);
    this.reason = words.message ?? words.details?.[0]?.message ?? errorCatalogue[status].meaning;
  }
}

/** Headers that HTTP requires with a status. */
function headersOf(status: ErrorStatus): Readonly<Record<string, string>> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  if (status === 429) return { 'retry-after': '1' };
  return {};
}

/** The answer for a status: its error object (specification: Errors), or an empty body if the table says so. */
export function errorAnswer(status: ErrorStatus, words: ErrorDescription = {}): Answer {
  const headers = { ...headersOf(status), ...words.headers };
  if (status === 422) return { status, headers: { 'content-length': 0, ...headers }, body: null };
  return jsonAnswer(status, errorObject(status, words), headers);
}

/** 400 with details that say what is wrong and where. */
export function badRequest(...details: ErrorDetail[]): RequestRefused {
  return new RequestRefused(400, { details });
}

/**
 * One detail. `path` leads to the place: the name of the parameter or header, then the place inside its value. `kind`
 * is `missing` or `value_error`: the specification names the latter and leaves the list open.
 */
export function detail(
  location: 'query' | 'body' | 'path' | 'header' | 'unknown',
  path: readonly (string | number)[],
  message: string,
  kind: 'value_error' | 'missing' = 'value_error',
): ErrorDetail {
  return { location, pointer: toPointer(path), message, type: kind };
}

/** JSON pointer (RFC 6901) of a path. */
function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
