import type { VaultForwardDraft } from './draft';

/** A draft without its body, which may be large: what the small fields of the composer hold. */
export type DraftFields = Omit<VaultForwardDraft, 'body'>;

export function fieldsOf(draft: VaultForwardDraft): DraftFields {
  const { version, destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders } = draft;
  return { version, destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders };
}
