import { z } from 'zod';
import { operations, type OperationId } from '@contract';
import type { Operation } from '@contract';

/** Any method and path below the base URL, as the person wrote them. */
export const FREE_REQUEST = 'free';

/** An operation of a document that the person added: the document's id, `#`, and the operation's own. */
export type DocumentOperation = `${string}#${string}`;

/** An operation that only the person knows, or a document of theirs: its requests bring their method and path. */
export type OwnOperation = typeof FREE_REQUEST | DocumentOperation;

/** What a request asks for, in lists, rows and files. */
export type OperationKey = OperationId | OwnOperation;

/** Where a request of an `OwnOperation` goes. */
export interface RequestTarget {
  /** In capitals: it is sent as it stands. */
  readonly method: string;
  /** Below the base URL, beginning with `/`; `{name}` stands for a path parameter. */
  readonly path: string;
}

export function isContractOperation(key: string): key is OperationId {
  return Object.keys(operations).includes(key);
}

function isOwnOperation(key: string): key is OwnOperation {
  return key === FREE_REQUEST || /^[^#\s]{1,100}#[^\p{Cc}]{1,500}$/u.test(key);
}

/** As the contract describes it; null for one that it does not know. */
export function contractOperation(key: OperationKey): Operation | null {
  return isContractOperation(key) ? operations[key] : null;
}

export const contractOperationSchema = z.custom<OperationId>(
  (value) => typeof value === 'string' && isContractOperation(value),
  'no operation of the API',
);

export const ownOperationSchema = z.custom<OwnOperation>(
  (value) => typeof value === 'string' && !isContractOperation(value) && isOwnOperation(value),
  'no operation',
);

export const operationKeySchema: z.ZodType<OperationKey> = z.union([
  contractOperationSchema,
  ownOperationSchema,
]);

/** `CONNECT` opens a tunnel in place of a request. */
export const methodSchema = z
  .string()
  .regex(/^[A-Z][A-Z-]{0,30}$/, 'A method is a word in capitals.')
  .refine((method) => method !== 'CONNECT', 'CONNECT is no request.');

export const targetSchema: z.ZodType<RequestTarget, RequestTarget> = z
  .object({
    method: methodSchema,
    path: z
      .string()
      .max(8_000)
      .regex(/^\/[^?#\p{Cc}]*$/u, 'A path begins with / and has no ? or #.'),
  })
  .readonly();
