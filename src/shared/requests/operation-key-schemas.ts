import { z } from 'zod';
import type { OperationId } from '@contract';
import {
  isContractOperation,
  isOwnOperation,
  type OperationKey,
  type OwnOperation,
  type RequestTarget,
} from './operation-key';

export const contractOperationSchema = z.custom<OperationId>(
  (value) => typeof value === 'string' && isContractOperation(value),
  'no operation of the API',
);

export const ownOperationSchema = z.custom<OwnOperation>(
  (value) => typeof value === 'string' && !isContractOperation(value) && isOwnOperation(value),
  'no operation',
);

export const operationKeySchema: z.ZodType<OperationKey> = z.union(
  [contractOperationSchema, ownOperationSchema],
  'it is an operation of the specification, such as vault_forward, or free',
);

/** `CONNECT` is excluded: it opens a tunnel instead of sending a request. */
const methodSchema = z
  .string()
  .regex(/^[A-Z][A-Z-]{0,30}$/, 'A method is a word in capitals.')
  .refine((method) => method !== 'CONNECT', 'CONNECT opens a tunnel: it cannot be sent as a request.');

export const targetSchema: z.ZodType<RequestTarget, RequestTarget> = z
  .object({
    method: methodSchema,
    path: z
      .string()
      .max(8_000, 'A path has at most 8,000 characters.')
      .regex(/^\/[^?#\p{Cc}]*$/u, 'A path begins with / and has no ? or #.')
      // A URL treats it as a slash, so the request would go somewhere else than written.
      .regex(/^[^\\]*$/, 'A path has no \\: write it as %5C.'),
  })
  .readonly();
