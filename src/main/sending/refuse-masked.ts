import { MASKED } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import { mapRequest } from '@shared/requests/map-request';
import type { RequestSpec } from '@shared/requests/request-spec';
import { hiddenIn } from '@shared/secrets/hidden-parts';

/**
 * Refuses a request that contains masked card data or a masked secret: what is hidden was never kept, so this is not
 * the request that somebody composed. Throws a `ProblemError` that says where the mask is.
 */
export function refuseMasked(request: RequestSpec): void {
  const found: string[] = [];
  const secrets: string[] = [];
  const look = (where: string, text: string): void => {
    const hidden = hiddenIn(text);
    if (hidden === 'secret') secrets.push(where);
    else if (hidden === 'card-data') found.push(where);
  };
  mapRequest(request, {
    text: (text, place) => {
      look(`the ${place}`, text);
      return text;
    },
    pair: (pair, place) => {
      look(`the ${place} ${pair[0]}`, pair.join('='));
      return pair;
    },
    header: (header) => {
      look(`the header ${header.name}`, header.value);
      return header;
    },
  });
  const [secret] = secrets;
  if (secret !== undefined)
    throw new ProblemError({
      code: 'masked-secret',
      title: 'A secret in it is masked',
      meaning: `In ${secret} a secret stands as ${MASKED}: it was not kept. Nothing was sent.`,
      nextStep: 'Put a variable in its place, or enter it again.',
      detail: null,
    });
  const [first] = found;
  if (first === undefined) return;
  throw new ProblemError({
    code: 'masked-card-data',
    title: 'Card data in it is masked',
    meaning: `In ${first} a card number or a security code stands as dots: it was not kept. Nothing was sent.`,
    nextStep: 'Enter it again where it is, or use a placeholder of Vault Forward.',
    detail: null,
  });
}
