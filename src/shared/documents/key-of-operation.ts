import { operations } from '@contract';
import { isContractOperation, type OperationKey, type RequestTarget } from '../requests/operation-key';
import { BUILT_IN_DOCUMENT } from './document-summary';

/**
 * What the requests of a document's operation are requests of. One that a document describes as the contract does is the
 * contract's: one entry, with everything that is known of it.
 */
export function keyOfOperation(
  document: string,
  { id, method, path }: RequestTarget & { readonly id: string },
): OperationKey {
  if (document === BUILT_IN_DOCUMENT && isContractOperation(id)) return id;
  const same = Object.keys(operations)
    .filter(isContractOperation)
    .find((known) => operations[known].method === method && operations[known].path === path);
  return same ?? `${document}#${id}`;
}

/** The document of an operation that only a document describes, and its id there; null for any other. */
export function documentOperationOf(
  key: OperationKey,
): { readonly documentId: string; readonly operationId: string } | null {
  const at = key.indexOf('#');
  return at === -1 ? null : { documentId: key.slice(0, at), operationId: key.slice(at + 1) };
}
