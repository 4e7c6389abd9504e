import { HIDDEN_DIGIT } from '@shared/cards/card-digit-groups';
import { findMaskedCodes } from '@shared/cards/security-codes';
import { ProblemError } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';

/** As `maskCardNumbers` leaves one, with or without the marks between its groups. */
const MASKED_CARD = new RegExp(`\\d[ -]?${HIDDEN_DIGIT}(?:[ -]?${HIDDEN_DIGIT}){2,12}[ -]?\\d`);

/**
 * Masks stand for card data that was never kept: a request with one in it is not the request that somebody composed. Throws
 * a `ProblemError` that names where it is.
 */
export function refuseMasked({ target, pathParameters, query, headers, body }: RequestSpec): void {
  const pairs = (part: string, all: readonly (readonly [string, string])[]): [string, string][] =>
    all.map(([name, value]) => [`${part} ${name}`, `${name}=${value}`]);
  const texts: [where: string, text: string][] = [
    ['the body', body ?? ''],
    ['the path', target?.path ?? ''],
    ...pairs('the path parameter', Object.entries(pathParameters)),
    ...pairs('the query parameter', query),
    ...headers.map(({ name, value }): [string, string] => [`the header ${name}`, value]),
  ];
  const found = texts.find(
    ([, text]) => text.includes(HIDDEN_DIGIT) && (MASKED_CARD.test(text) || findMaskedCodes(text).length > 0),
  );
  if (found === undefined) return;
  throw new ProblemError({
    code: 'masked-card-data',
    title: 'Card data in it is masked',
    meaning: `In ${found[0]} a card number or a security code stands as dots: it was not kept. Nothing was sent.`,
    nextStep: 'Enter it again where it is, or use a placeholder of Vault Forward.',
    detail: null,
  });
}
