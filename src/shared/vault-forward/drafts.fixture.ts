import { emptyDraft, type DraftHeader, type VaultForwardDraft } from './draft';

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
