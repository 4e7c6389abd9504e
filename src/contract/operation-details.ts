import { operationDetails as generated } from './generated/operation-details';
import type { OperationDetails } from './operation-types';
import type { OperationId } from './operations';

/** What the operations take and answer, as openapi.yaml describes them. */
export const operationDetails: Readonly<Record<OperationId, OperationDetails>> = generated;
