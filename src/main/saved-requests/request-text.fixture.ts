import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretReference } from '@shared/secrets/secret-reference';
import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import type { SavedContent, Row } from './content-rows';
import { readRequestText } from './request-text';

export const ID = '5e550000-0000-4000-8000-000000000001';

export function asked(draft: VaultForwardDraft): SavedContent {
  return { request: requestOfDraft(draft), form: formOfDraft(draft) };
}

export function forward(
  changes: Partial<SavedRequest> = {},
  body = '{\n  "number": "{{CARD_NUMBER_1}}"\n}\n',
): SavedRequest {
  return {
    id: ID,
    folder: 'Cards/Authorise',
    name: 'Authorise a card',
    description: 'Two lines\nof words.',
    profileId: 'sandbox',
    ...asked({
      ...emptyDraft(),
      destinationUrl: 'https://psp.example/charges',
      paymentMethods: ['5e550000-0000-4000-8000-0000000000aa'],
      headers: [
        { id: 'a', name: 'authorization', value: secretReference(ID), secret: true, enabled: true },
        { id: 'b', name: 'accept', value: 'text/plain', secret: false, enabled: false },
      ],
      body,
    }),
    expectations: [
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.status', is: { how: 'equals', value: '"approved"' } },
    ],
    order: 0,
    example: null,
    ...changes,
  };
}

/** The request without what a file does not hold: secrets, the profile, and the order of rows of different fields. */
export function comparable(saved: Omit<SavedRequest, 'profileId'>): unknown {
  const { id, folder, name, description, request, form, expectations, order, example } = saved;
  const plain = <R extends Row>(row: R): R => (row.secret ? { ...row, value: '' } : row);
  return {
    ...{ id, folder, name, description, expectations, order, example },
    request: { ...request, headers: request.headers.map(plain) },
    form: form && {
      ...form,
      switchedOff: form.switchedOff
        .map(plain)
        .sort((one, other) => (one.field < other.field ? -1 : one.field === other.field ? 0 : 1)),
    },
  };
}

export function readOne(text: string): Omit<SavedRequest, 'profileId'> {
  const [read] = readRequestText(text);
  if (!read?.ok) throw new Error(read?.why ?? 'nothing was read');
  return read.request;
}
