import { operations } from '@contract';
import { BUILT_IN_DOCUMENT } from '@shared/documents/document-summary';
import type { OperationDetails, ParameterDetails } from '@shared/documents/operation-details';
import { sameHeaderName } from '@shared/http/http-fields';
import {
  FREE_REQUEST,
  isContractOperation,
  type OperationKey,
  type RequestTarget,
} from '@shared/requests/operation-key';
import { EMPTY_REQUEST_DRAFT, type AskedOperation, type RequestDraft } from '@shared/requests/request-draft';

/**
 * What the requests of an operation are requests of. One that a document describes as the contract does is the contract's:
 * one entry, with everything that is known of it.
 */
export function keyOf(details: OperationDetails | null): OperationKey {
  if (details === null) return FREE_REQUEST;
  const { document, id, method, path } = details;
  if (document === BUILT_IN_DOCUMENT && isContractOperation(id)) return id;
  const same = Object.keys(operations)
    .filter(isContractOperation)
    .find((known) => operations[known].method === method && operations[known].path === path);
  return same ?? `${document}#${id}`;
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
