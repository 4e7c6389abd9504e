import { operations as generated } from './generated/operations';
import type { Operation } from './operation-types';

/** As the specification names them: `get_checkout_session`, `list_buyers`, `vault_forward`. */
export type OperationId = keyof typeof generated;

/** The operations of the API by id, as openapi.yaml describes them; what they take and answer is in ./operation-details. */
export const operations: Readonly<Record<OperationId, Operation>> = generated;
