/**
 * A placeholder is written `{{NAME_X}}` or `{{ NAME_X }}` in the body; X numbers the payment methods from 1. The
 * service replaces it with stored payment method data (specification: POST /vault-forward, whose example names two of
 * them; it does not show the full set).
 */
export interface PlaceholderKind {
  /** Without the index. */
  readonly name: string;
  readonly source: PlaceholderSource;
  /** What the service replaces it with. */
  readonly becomes: string;
  /** An obviously fake value; null for one computed from the index. */
  readonly sample: string | null;
}

export type PlaceholderSource =
  /** Named by the specification. */
  | 'specification'
  /** Supported by a compatible public service. */
  | 'known-elsewhere'
  /** Entered by the person. */
  | 'own';

/** A placeholder that the person has added because their service supports it. */
export interface OwnPlaceholder {
  readonly name: string;
  readonly becomes: string;
  readonly sample: string;
}

const CARD_NUMBER = 'CARD_NUMBER';
const NETWORK_TOKEN = 'CARD_NETWORK_TOKEN';

const specified: readonly PlaceholderKind[] = [
  kind('specification', CARD_NUMBER, 'the card number', null),
  kind('specification', 'CARD_EXPIRATION_DATE', 'the expiration date, known elsewhere as MM/YY', '01/99'),
];

const cardParts: readonly PlaceholderKind[] = [
  kind('known-elsewhere', 'CARD_EXPIRATION_DATE_M', 'the month of expiration, 1 to 12', '1'),
  kind('known-elsewhere', 'CARD_EXPIRATION_DATE_MM', 'the month of expiration, 01 to 12', '01'),
  kind('known-elsewhere', 'CARD_EXPIRATION_DATE_YY', 'the year of expiration in two digits', '99'),
  kind('known-elsewhere', 'CARD_EXPIRATION_DATE_YYYY', 'the year of expiration in four digits', '2099'),
  kind(
    'known-elsewhere',
    'CARD_SECURITY_CODE',
    'the security code, which only a checkout session can hold',
    '000',
  ),
];

const networkToken: readonly PlaceholderKind[] = [
  kind('known-elsewhere', NETWORK_TOKEN, 'the network token of the card', null),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE',
    'the network token’s expiration date as MM/YY',
    '01/99',
  ),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE_M',
    'the network token’s month of expiration, 1 to 12',
    '1',
  ),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE_MM',
    'the network token’s month of expiration, 01 to 12',
    '01',
  ),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE_YY',
    'the network token’s year of expiration in two digits',
    '99',
  ),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE_YYYY',
    'the network token’s year of expiration in four digits',
    '2099',
  ),
  kind(
    'known-elsewhere',
    'CARD_NETWORK_TOKEN_EXPIRATION_DATE_MMYY',
    'the network token’s expiration date as MMYY',
    '0199',
  ),
  kind(
    'known-elsewhere',
    'CARD_CRYPTOGRAM',
    'a cryptogram for the network token',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ),
];

/**
 * From a checkout session that was authenticated; absent otherwise, which is why templates have conditions for them.
 */
const threeDSecure: readonly PlaceholderKind[] = [
  kind(
    'known-elsewhere',
    'CARD_3DS_CAVV',
    'the value that proves the authentication (CAVV)',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ),
  kind('known-elsewhere', 'CARD_3DS_ECI', 'the electronic commerce indicator (ECI)', '05'),
  kind('known-elsewhere', 'CARD_3DS_VERSION', 'the version of 3-D Secure', '2.2.0'),
  kind('known-elsewhere', 'CARD_3DS_DIRECTORY_RESPONSE', 'what the directory server answered', 'C'),
  kind('known-elsewhere', 'CARD_3DS_AUTHENTICATION_RESPONSE', 'what the authentication ended with', 'Y'),
  kind(
    'known-elsewhere',
    'CARD_3DS_SERVER_TRANSACTION_ID',
    'the ID that the 3-D Secure server gave',
    '00000000-0000-4000-8000-000000000000',
  ),
  kind(
    'known-elsewhere',
    'CARD_3DS_DS_TRANSACTION_ID',
    'the ID that the directory server gave',
    '00000000-0000-4000-8000-000000000000',
  ),
  kind('known-elsewhere', 'CARD_3DS_SCHEME', 'the card scheme of the authentication', 'visa'),
];

const OR_EMPTY_SUFFIX = '_OR_EMPTY_STRING';

/** All known placeholders: those of the specification first, then those known elsewhere, then the person's own. */
export function placeholderCatalogue(own: readonly OwnPlaceholder[] = []): readonly PlaceholderKind[] {
  const known = [
    ...specified,
    ...cardParts,
    ...threeDSecure,
    ...networkToken,
    ...networkToken.map(toOrEmptyKind),
  ];
  const names = new Set(known.map(({ name }) => name));
  return [
    ...known,
    ...own
      .filter(({ name }) => !names.has(name))
      .map(({ name, becomes, sample }) => kind('own', name, becomes, sample)),
  ];
}

function toOrEmptyKind(entry: PlaceholderKind): PlaceholderKind {
  return {
    ...entry,
    name: entry.name + OR_EMPTY_SUFFIX,
    becomes: `${entry.becomes}, or an empty string if there is none`,
  };
}

function kind(
  source: PlaceholderSource,
  name: string,
  becomes: string,
  sample: string | null,
): PlaceholderKind {
  return { name, source, becomes, sample };
}

/** A value to show in a preview: never a real one, and never a number that could pass for a card's. */
export function sampleValue(entry: PlaceholderKind, index: number): string {
  return entry.sample ?? fakeCardNumber(entry.name.startsWith(NETWORK_TOKEN) ? 900 + index : index);
}

/**
 * Sixteen digits, almost all zeros, with a deliberately wrong check digit, so that guards against card numbers let it
 * pass.
 */
function fakeCardNumber(index: number): string {
  const digits = String(index % 100_000_000).padStart(15, '0');
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const doubled = Number(digits.charAt(at)) * (at % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  const rightCheckDigit = (10 - (sum % 10)) % 10;
  return digits + String((rightCheckDigit + 5) % 10);
}

export interface PlaceholderCompletion {
  /** `CARD_NUMBER_1`. */
  readonly label: string;
  /** `{{CARD_NUMBER_1}}`. */
  readonly insert: string;
  readonly source: PlaceholderSource;
  readonly becomes: string;
  readonly sample: string;
}

/**
 * What to offer after `{{` and in the palette: every known placeholder for every payment method (for the first, if
 * there is none yet).
 */
export function placeholderCompletions(
  paymentMethods: number,
  own: readonly OwnPlaceholder[] = [],
): PlaceholderCompletion[] {
  const indexes = Array.from({ length: Math.max(1, paymentMethods) }, (_, at) => at + 1);
  return placeholderCatalogue(own).flatMap((entry) =>
    indexes.map((index) => {
      const label = `${entry.name}_${index}`;
      return {
        label,
        insert: `{{${label}}}`,
        source: entry.source,
        becomes: indexes.length === 1 ? entry.becomes : `card ${index}: ${entry.becomes}`,
        sample: sampleValue(entry, index),
      };
    }),
  );
}
