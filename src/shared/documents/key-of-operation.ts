import { operations } from '@contract';
import {
  documentOperation,
  FREE_REQUEST,
  isContractOperation,
  isSamePath,
  partsOf,
  type OperationKey,
  type RequestTarget,
} from '../requests/operation-key';
import { BUILT_IN_DOCUMENT } from './document-summary';

/**
 * The key of a document's operation. One that a document describes as the contract does has the contract's key: one
 * entry with everything known about it.
 */
export function keyOfOperation(
  document: string,
  { id, method, path }: RequestTarget & { readonly id: string },
): OperationKey {
  if (document === BUILT_IN_DOCUMENT && isContractOperation(id)) return id;
  const same = Object.keys(operations)
    .filter(isContractOperation)
    .find((known) => operations[known].method === method && isSamePath(operations[known].path, path));
  return same ?? documentOperation(document, id);
}

/** The document of an operation that only a document describes, and its id there; null for any other. */
export function documentOperationOf(
  key: OperationKey,
): { readonly documentId: string; readonly operationId: string } | null {
  return isContractOperation(key) || key === FREE_REQUEST ? null : partsOf(key);
}
