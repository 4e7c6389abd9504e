import fc from 'fast-check';
import type { DraftHeader, VaultForwardDraft } from './draft';
import { emptyDraft } from './draft';

/** For tests only. */
export const METHOD_1 = '6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1';
export const METHOD_2 = 'f1d8c0aa-2c5e-4b7f-8a63-5b9e1d7c4f20';

export function draftWith(parts: Partial<VaultForwardDraft>): VaultForwardDraft {
  return {
    ...emptyDraft(),
    destinationUrl: 'https://psp.example/v1/charges',
    paymentMethods: [METHOD_1],
    body: '{"number":"{{CARD_NUMBER_1}}"}',
    ...parts,
  };
}

/** A header row as a person types it, with its name as id. */
export function headerRow(name: string, value: string, secret = false): DraftHeader {
  return { id: name, name, value, secret, enabled: true };
}

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
