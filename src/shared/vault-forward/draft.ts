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
  const { body: _body, ...fields } = draft;
  return fields;
}
