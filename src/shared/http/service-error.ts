import { parseJson } from '../json/parse-json';
import { isRecord } from '../json/unknown-fields';
import { withoutBidiControls } from '../text/bidi-controls';
import type { ReceivedResponse } from './exchange';

/**
 * The error object of the specification, read tolerantly (specification: Errors). Its messages become part of the
 * app's own sentences and must not change their text direction.
 */
export interface ServiceError {
  readonly code: string;
  readonly status: number;
  /** Null if it is left out, which is allowed: the service then says no more than the status. */
  readonly message: string | null;
  readonly details: readonly ServiceErrorDetail[];
}

export interface ServiceErrorDetail {
  readonly location: string;
  readonly pointer: string;
  readonly message: string;
  readonly type: string;
}

/** The service's own error in a response; null if the body is something else. */
export function readServiceError(response: ReceivedResponse): ServiceError | null {
  if (response.body.kind === 'stored') return response.body.error ?? null;
  return response.body.kind === 'text' ? parseServiceError(response.body.text) : null;
}

/** The same for the text of a body. */
export function parseServiceError(text: string): ServiceError | null {
  return toServiceError(parseJson(text));
}

/** The same for a parsed body. */
export function toServiceError(parsed: unknown): ServiceError | null {
  if (!isRecord(parsed) || parsed.type !== 'error') return null;
  const { code, status, message = null, details } = parsed;
  if (typeof code !== 'string' || typeof status !== 'number') return null;
  if (message !== null && typeof message !== 'string') return null;
  return {
    code,
    status,
    message: message && withoutBidiControls(message),
    details: Array.isArray(details) ? details.flatMap(readDetail) : [],
  };
}

/**
 * A 404 from the API itself; nothing else says that the requested resource does not exist. A 404 from a gateway or
 * another host has no error object, or another code.
 */
export function saysNotFound(response: ReceivedResponse): boolean {
  return response.status === 404 && readServiceError(response)?.code === 'not_found';
}

function readDetail(value: unknown): ServiceErrorDetail[] {
  if (!isRecord(value)) return [];
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  return [
    {
      location: text('location'),
      pointer: text('pointer'),
      message: withoutBidiControls(text('message')),
      type: text('type'),
    },
  ];
}
