import type { DraftFields, VaultForwardDraft } from './draft-schema';

export type {
  DraftAuthentication,
  DraftFields,
  DraftForm,
  DraftHeader,
  VaultForwardDraft,
} from './draft-schema';

export function emptyDraft(): VaultForwardDraft {
  return {
    version: 1,
    destinationUrl: '',
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    headers: [],
    serviceHeaders: [],
    body: '',
  };
}

export function fieldsOf(draft: VaultForwardDraft): DraftFields {
  const { version, destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders } = draft;
  return { version, destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders };
}
