import type { OperationDetails, ParameterDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import { testingSchema } from '@shared/testing/testing-schema';

export const parameter = (
  name: string,
  place: ParameterDetails['place'],
  schema: Partial<SchemaView> = {},
  required = false,
): ParameterDetails => ({
  name,
  place,
  required,
  deprecated: false,
  description: null,
  schema: testingSchema(schema),
  style: 'form',
  explode: true,
  mediaType: null,
  examples: [],
});
export const operation = (changes: Partial<OperationDetails>): OperationDetails => ({
  document: 'doc',
  id: 'op',
  method: 'GET',
  path: '/orders',
  summary: null,
  description: null,
  deprecated: false,
  parameters: [],
  body: null,
  answers: [],
  scopes: [],
  problems: [],
  ...changes,
});
let ids = 0;
export const newId = (): string => String((ids += 1));
