import type { NetworkToken, StoredCard, ThreeDSecure } from './cards';

type Reader<Source> = (source: Source) => string;
interface Expiry {
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

const month: Reader<Expiry> = ({ expiryMonth }) => String(expiryMonth).padStart(2, '0');
const shortYear: Reader<Expiry> = ({ expiryYear }) => String(expiryYear % 100).padStart(2, '0');

/** By the suffix after `…EXPIRATION_DATE`. */
const expiryForms: Readonly<Record<string, Reader<Expiry>>> = {
  '': (expiry) => `${month(expiry)}/${shortYear(expiry)}`,
  _M: ({ expiryMonth }) => String(expiryMonth),
  _MM: month,
  _YY: shortYear,
  _YYYY: ({ expiryYear }) => String(expiryYear),
};

const cardReaders = new Map<string, Reader<StoredCard>>([
  ['CARD_NUMBER', ({ number }) => number],
  ['CARD_SECURITY_CODE', ({ securityCode }) => securityCode],
  ...withSuffixes('CARD_EXPIRATION_DATE', expiryForms),
]);

const tokenReaders = new Map<string, Reader<NetworkToken>>([
  ['CARD_NETWORK_TOKEN', ({ number }) => number],
  ['CARD_CRYPTOGRAM', ({ cryptogram }) => cryptogram],
  ...withSuffixes<Expiry>('CARD_NETWORK_TOKEN_EXPIRATION_DATE', {
    ...expiryForms,
    _MMYY: (expiry) => month(expiry) + shortYear(expiry),
  }),
]);

/** These placeholders are empty for a card that was not authenticated. */
const threeDSecureReaders = new Map<string, Reader<ThreeDSecure & Pick<StoredCard, 'scheme'>>>([
  ['CARD_3DS_CAVV', ({ cavv }) => cavv],
  ['CARD_3DS_ECI', ({ eci }) => eci],
  ['CARD_3DS_VERSION', () => '2.2.0'],
  ['CARD_3DS_DIRECTORY_RESPONSE', () => 'C'],
  ['CARD_3DS_AUTHENTICATION_RESPONSE', () => 'Y'],
  ['CARD_3DS_SERVER_TRANSACTION_ID', ({ serverTransactionId }) => serverTransactionId],
  ['CARD_3DS_DS_TRANSACTION_ID', ({ directoryServerTransactionId }) => directoryServerTransactionId],
  ['CARD_3DS_SCHEME', ({ scheme }) => scheme],
]);

const OR_EMPTY_SUFFIX = '_OR_EMPTY_STRING';

function withSuffixes<Source>(
  name: string,
  forms: Readonly<Record<string, Reader<Source>>>,
): [string, Reader<Source>][] {
  return Object.entries(forms).map(([suffix, read]) => [name + suffix, read]);
}

export type PlaceholderValue =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'unknown-name' }
  | { readonly kind: 'no-network-token' };

/**
 * What a placeholder becomes for a card. The names are those of the shared catalogue: two come from the specification,
 * the rest from a compatible service.
 */
export function placeholderValue(name: string, card: StoredCard): PlaceholderValue {
  const readCard = cardReaders.get(name);
  if (readCard) return { kind: 'value', text: readCard(card) };
  const readThreeDSecure = threeDSecureReaders.get(name);
  if (readThreeDSecure) {
    const { threeDSecure, scheme } = card;
    return { kind: 'value', text: threeDSecure ? readThreeDSecure({ ...threeDSecure, scheme }) : '' };
  }
  const orEmpty = name.endsWith(OR_EMPTY_SUFFIX);
  const readToken = tokenReaders.get(orEmpty ? name.slice(0, -OR_EMPTY_SUFFIX.length) : name);
  if (!readToken) return { kind: 'unknown-name' };
  if (card.networkToken) return { kind: 'value', text: readToken(card.networkToken) };
  return orEmpty ? { kind: 'value', text: '' } : { kind: 'no-network-token' };
}

/** True for a name that becomes a value for at least some cards. */
export function isPlaceholderName(name: string): boolean {
  return (
    cardReaders.has(name) ||
    threeDSecureReaders.has(name) ||
    tokenReaders.has(name) ||
    (name.endsWith(OR_EMPTY_SUFFIX) && tokenReaders.has(name.slice(0, -OR_EMPTY_SUFFIX.length)))
  );
}
