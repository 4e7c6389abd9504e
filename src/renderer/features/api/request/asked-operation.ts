import { keyOfOperation } from '@shared/documents/key-of-operation';
import type { OperationDetails, ParameterDetails } from '@shared/documents/operation-details';
import { sameHeaderName } from '@shared/http/http-fields';
import {
  FREE_REQUEST,
  isContractOperation,
  type OperationKey,
  type RequestTarget,
} from '@shared/requests/operation-key';
import { EMPTY_REQUEST_DRAFT, type AskedOperation, type RequestDraft } from '@shared/requests/request-draft';

/** What the requests of an operation are requests of. */
export function keyOf(details: OperationDetails | null): OperationKey {
  return details === null ? FREE_REQUEST : keyOfOperation(details.document, details);
}

/** @param own method and path of the draft, for a request that is described nowhere. */
export function askedOf(
  key: OperationKey,
  details: OperationDetails | null,
  own: RequestTarget,
): AskedOperation {
  if (isContractOperation(key)) return { operation: key };
  return { operation: key, target: details === null ? own : { method: details.method, path: details.path } };
}

/** Where a draft begins: a row for each parameter, those that are required switched on. */
export function beginningOf(
  details: OperationDetails | null,
  merchantHeader: string,
  newId: () => string,
): RequestDraft {
  if (details === null) return EMPTY_REQUEST_DRAFT;
  const rows = (place: ParameterDetails['place']): RequestDraft['query'] =>
    details.parameters
      .filter((parameter) => parameter.place === place && isOnesOwn(parameter, merchantHeader))
      .map(({ name, required, schema }) => ({
        id: newId(),
        name,
        value: required ? defaultText(schema.defaultValue?.value) : '',
        enabled: required,
      }));
  const contentType = details.body?.contents[0]?.mediaType;
  const contentHeader = { id: newId(), name: 'content-type', value: contentType ?? '', enabled: true };
  return {
    ...EMPTY_REQUEST_DRAFT,
    method: details.method,
    path: details.path,
    query: rows('query'),
    headers: [...(contentType === undefined ? [] : [contentHeader]), ...rows('header')].map((row) => ({
      ...row,
      secret: false,
    })),
  };
}

/** The credential, the merchant account and the connection are nobody's to enter here. */
function isOnesOwn({ place, name }: ParameterDetails, merchantHeader: string): boolean {
  if (place !== 'header') return true;
  return !['authorization', 'content-type', 'accept', merchantHeader].some((taken) =>
    sameHeaderName(taken, name),
  );
}

function defaultText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
