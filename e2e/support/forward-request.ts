import type { RequestSpec } from '@shared/requests/request-spec';
import type { DraftHeader, VaultForwardDraft } from '@shared/vault-forward/draft';

/** The request that the composer makes from a draft, for tests that use the bridge as a page does. */
export function forwardRequest(draft: VaultForwardDraft): RequestSpec {
  const own = (name: string, value: string): RequestSpec['headers'][number] => ({
    name,
    value,
    secret: false,
  });
  const rows = (headers: readonly DraftHeader[], prefix: string): RequestSpec['headers'] =>
    headers.map(({ name, value, secret }) => ({ name: prefix + name, value, secret }));
  return {
    version: 1,
    operation: 'vault_forward',
    pathParameters: {},
    query: [],
    headers: [
      own('content-type', 'application/json'),
      own('x-vault-forward-url', draft.destinationUrl),
      own('x-vault-forward-http-method', draft.method),
      ...(draft.paymentMethods.length > 0
        ? [own('x-vault-forward-payment-methods', draft.paymentMethods.join(','))]
        : []),
      ...rows(draft.serviceHeaders, ''),
      ...rows(draft.headers, 'x-vault-forward-header-'),
    ],
    body: draft.body,
  };
}
