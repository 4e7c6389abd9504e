import { operations, type Operation, type OperationId } from '@contract';

/** Any method and path below the base URL, as the person wrote them. */
export const FREE_REQUEST = 'free';

/** An operation of a document that the person added: the document's id, `#`, and the operation's own id. */
export type DocumentOperation = `${string}#${string}`;

/** An operation known only to the person or one of their documents: its requests carry their method and path. */
export type OwnOperation = typeof FREE_REQUEST | DocumentOperation;

/** The operation of a request, in lists, rows and files. */
export type OperationKey = OperationId | OwnOperation;

/** Where a request of an `OwnOperation` goes. */
export interface RequestTarget {
  /** In upper case, as it is sent. */
  readonly method: string;
  /** Below the base URL, beginning with `/`; `{name}` stands for a path parameter. */
  readonly path: string;
}

export function documentOperation(documentId: string, operationId: string): DocumentOperation {
  return `${documentId}#${operationId}`;
}

export function partsOf(key: DocumentOperation): {
  readonly documentId: string;
  readonly operationId: string;
} {
  const at = key.indexOf('#');
  return { documentId: key.slice(0, at), operationId: key.slice(at + 1) };
}

export function isContractOperation(key: string): key is OperationId {
  return Object.keys(operations).includes(key);
}

export function isOwnOperation(key: string): key is OwnOperation {
  return key === FREE_REQUEST || /^[^#\s]{1,100}#[^\p{Cc}]{1,500}$/u.test(key);
}

/** `{name}`, with the name as its group; `${name}` is a variable. */
export const PATH_PLACE = /(?<!\$)\{([^{}]+)\}/g;

/** Names of the parameters in a path, in order. */
export function placesOf(path: string): string[] {
  return [...path.matchAll(PATH_PLACE)].map(([, name = '']) => name);
}

/**
 * The path that is sent, of one in a document: some tell operations of one path apart by a query or a fragment
 * (`/token?refresh`, `/token#refresh`).
 */
export function sentPath(path: string): string {
  const [sent = ''] = path.split(/[?#]/, 1);
  return sent;
}

/** Whether two paths are the same, whatever their parameters are called. */
export function isSamePath(one: string, other: string): boolean {
  return one.replace(PATH_PLACE, '{}') === other.replace(PATH_PLACE, '{}');
}

/** Values of one path's parameters, under the names that another path uses for them. */
export function renamedPlaces(
  values: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Readonly<Record<string, string>> {
  const names = placesOf(from);
  return Object.fromEntries(
    placesOf(to).map((name, at) => [name, values[name] ?? values[names[at] ?? ''] ?? '']),
  );
}

/** The contract's description of it; null if the contract does not know the operation. */
export function contractOperation(key: OperationKey): Operation | null {
  return isContractOperation(key) ? operations[key] : null;
}
