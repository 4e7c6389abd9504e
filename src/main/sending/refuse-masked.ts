import { MASKED } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { hiddenParts } from '@shared/secrets/hidden-parts';

/**
 * Refuses a request that contains masked card data or a masked secret: what is hidden was never kept, so this is not
 * the request that somebody composed. Throws a `ProblemError` that says where the mask is.
 */
export function refuseMasked(request: RequestSpec): void {
  const parts = hiddenParts(request);
  const part = parts.find(({ what }) => what === 'secret') ?? parts[0];
  if (part === undefined) return;
  throw new ProblemError(
    part.what === 'secret'
      ? {
          code: 'masked-secret',
          title: 'A secret in it is masked',
          meaning: `In ${part.place} a secret stands as ${MASKED}: it was not kept. Nothing was sent.`,
          nextStep: 'Put a variable in its place, or enter it again.',
          detail: null,
        }
      : {
          code: 'masked-card-data',
          title: 'Card data in it is masked',
          meaning: `In ${part.place} a card number or a security code stands as dots: it was not kept. Nothing was sent.`,
          nextStep: 'Enter it again where it is, or use a placeholder of Vault Forward.',
          detail: null,
        },
  );
}
