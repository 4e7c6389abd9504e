import type { Exchange, HeaderList } from '../http/exchange';
import { sameHeaderName } from '../http/http-fields';
import { pointerSteps } from '../json/find-place';
import { contractOperation } from '../requests/operation-key';
import { readServiceError, type ServiceErrorDetail } from '../http/service-error';
import { percentDecoded } from '../http/percent-decoded';
import { parseJson } from '../json/parse-json';

/**
 * What was sent at the place that an error detail points to (specification: ErrorDetail), as text; null if nothing
 * was sent there or the place is unknown. A pointer into the body is a JSON pointer (RFC 6901); elsewhere its last
 * part is the name.
 */
export function resolveDetail(exchange: Exchange, detail: ServiceErrorDetail): string | null {
  const { request } = exchange;
  const parts = pointerSteps(detail.pointer);
  const name = parts.at(-1)?.toLowerCase() ?? '';
  switch (detail.location) {
    case 'header':
      return headerAt(request.headers, parts);
    case 'query':
      return queryValue(request.url, name);
    case 'path':
      return idInPath(exchange);
    case 'body':
      return request.body.kind === 'text' ? valueAt(request.body.text, parts) : null;
    default:
      return null;
  }
}

/** The details of the service's error, a line for each with what was sent there. */
export function describeDetails(exchange: Exchange): string[] {
  const error = exchange.response && readServiceError(exchange.response);
  return (error?.details ?? []).map((detail) => {
    const sent = resolveDetail(exchange, detail);
    const words = `${detail.location} ${detail.pointer}: ${detail.message}`.trim();
    return sent === null ? words : `${words} (sent: ${sent})`;
  });
}

/** The response header that identifies the request, under any of its common names; null if there is none. */
export function requestIdOf(exchange: Exchange): { readonly name: string; readonly value: string } | null {
  const found = exchange.response?.headers.find(([name]) => REQUEST_ID_NAMES.has(name.toLowerCase()));
  return found ? { name: found[0], value: found[1] } : null;
}

/** The specification names none; these are names that services commonly use. */
const REQUEST_ID_NAMES = new Set([
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'traceparent',
  'cf-ray',
]);

/** The header that a step of the pointer names; if the header is a list, the item with the index (from 0) in the next step. */
function headerAt(headers: HeaderList, steps: readonly string[]): string | null {
  for (const [at, step] of steps.entries()) {
    const value = headers.find(([given]) => sameHeaderName(given, step))?.[1];
    if (value === undefined) continue;
    const item = steps[at + 1];
    return item !== undefined && /^\d+$/.test(item)
      ? (value.split(',')[Number(item)]?.trim() ?? null)
      : value;
  }
  return null;
}

function queryValue(url: string, name: string): string | null {
  for (const [given, value] of new URL(url).searchParams) if (given.toLowerCase() === name) return value;
  return null;
}

/**
 * An operation of the specification has at most one parameter in its path, in the last segment. The parameters of
 * other operations are not known here.
 */
function idInPath({ operation, request }: Exchange): string | null {
  if (!contractOperation(operation)?.path.endsWith('}')) return null;
  const segment = new URL(request.url).pathname.split('/').at(-1) ?? '';
  if (segment === '') return null;
  return percentDecoded(segment);
}

function valueAt(text: string, parts: readonly string[]): string | null {
  let value: unknown = parseJson(text);
  for (const part of parts) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return null;
    value = Reflect.get(value, part);
  }
  return JSON.stringify(value);
}
