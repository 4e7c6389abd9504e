import fc from 'fast-check';
import type { VaultForwardDraft } from './draft';

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json());
const anyHeader = fc.record({
  id: fc.string(),
  name: fc.oneof(anyText, fc.constantFrom('content-type', 'authorization', 'x-a')),
  value: anyText,
  secret: fc.boolean(),
  enabled: fc.boolean(),
});

/** Any draft at all, sensible or not. */
export const anyDraft: fc.Arbitrary<VaultForwardDraft> = fc.record({
  version: fc.constant(1 as const),
  destinationUrl: fc.oneof(anyText, fc.webUrl()),
  method: fc.oneof(anyText, fc.constantFrom('POST', 'GET', 'patch')),
  paymentMethods: fc.array(fc.oneof(anyText, fc.uuid()), { maxLength: 4 }),
  authentications: fc.array(fc.record({ id: fc.oneof(anyText, fc.uuid()), name: anyText }), { maxLength: 3 }),
  headers: fc.array(anyHeader, { maxLength: 4 }),
  serviceHeaders: fc.array(anyHeader, { maxLength: 2 }),
  body: fc.oneof(
    anyText,
    fc.string({ unit: fc.constantFrom('{', '}', '"', 'CARD_NUMBER', '_', '1', ' ', '\\', ':', '\n') }),
  ),
});
