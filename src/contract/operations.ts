import { operations as generated } from './generated/operations';
import type { Operation } from './operation-types';

/** The names in the specification: `get_checkout_session`, `list_buyers`, `vault_forward`. */
export type OperationId = keyof typeof generated;

/** The operations of the API by id, as openapi.yaml describes them. What they take and answer is in ./operation-details. */
export const operations: Readonly<Record<OperationId, Operation>> = generated;
