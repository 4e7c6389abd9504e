import { createHmac } from 'node:crypto';
import type { CardScheme, CardType, CheckoutSessionPaymentMethod } from '@contract';

/**
 * A stored payment method of the sandbox: a well-known test card, as payment processors publish for their test
 * environments. No real card can be stored.
 */
export interface StoredCard {
  /** ID of the payment method, the same at every start. */
  readonly id: string;
  readonly scheme: CardScheme;
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly securityCode: string;
  readonly type: CardType;
  readonly country: string;
  readonly issuer: string;
  /** Null for a card without a network token. */
  readonly networkToken: NetworkToken | null;
  /** Present when the buyer was authenticated in the checkout session of the card. */
  readonly threeDSecure?: ThreeDSecure;
}

/** The result of an authentication; published test values. */
export interface ThreeDSecure {
  readonly cavv: string;
  readonly eci: string;
  readonly serverTransactionId: string;
  readonly directoryServerTransactionId: string;
}

/** Represents a card to its network. The numbers are published test values, like those of the cards. */
export interface NetworkToken {
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cryptogram: string;
}

const networkTokenNumbers: Readonly<Record<string, string>> = {
  '4111111111111111': '4895370012003478',
  '5555555555554444': '5204240250197840',
};

type Row = readonly [
  scheme: CardScheme,
  number: string,
  code: string,
  type: CardType,
  country: string,
  issuer: string,
];

const rows: readonly Row[] = [
  ['visa', '4111111111111111', '123', 'credit', 'US', 'Example Bank'],
  ['mastercard', '5555555555554444', '123', 'credit', 'US', 'Example Bank'],
  ['amex', '378282246310005', '1234', 'credit', 'US', 'Example Express'],
  ['discover', '6011111111111117', '123', 'credit', 'US', 'Example Financial'],
  ['diners-club', '30569309025904', '123', 'credit', 'US', 'Example Club'],
  ['jcb', '3566002020360505', '123', 'credit', 'JP', 'Example Bank Tokyo'],
  ['unionpay', '6200000000000005', '123', 'credit', 'CN', 'Example Bank Shanghai'],
  ['maestro', '6759649826438453', '123', 'debit', 'GB', 'Example Bank London'],
  ['visa', '4000056655665556', '123', 'debit', 'US', 'Example Savings'],
  ['mastercard', '5105105105105100', '123', 'prepaid', 'US', 'Example Prepaid'],
  ['visa', '4242424242424242', '123', 'credit', 'GB', 'Example Bank London'],
  ['elo', '5066991111111118', '123', 'credit', 'BR', 'Banco Exemplo'],
];

export const storedCards: readonly StoredCard[] = rows.map(
  ([scheme, number, securityCode, type, country, issuer], index) => ({
    id: `ca4d0000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    scheme,
    number,
    expiryMonth: ((index * 5) % 12) + 1,
    expiryYear: 2030 + (index % 5),
    securityCode,
    type,
    country,
    issuer,
    networkToken: networkTokenOf(number),
  }),
);

function networkTokenOf(cardNumber: string): NetworkToken | null {
  const number = networkTokenNumbers[cardNumber];
  if (number === undefined) return null;
  return { number, expiryMonth: 12, expiryYear: 2031, cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=' };
}

const byId: ReadonlyMap<string, StoredCard> = new Map(storedCards.map((card) => [card.id, card]));

/** @param id in lower case. */
export function findStoredCard(id: string): StoredCard | undefined {
  return byId.get(id);
}

/** The schemes whose cards are authenticated in the sandbox's sessions. */
const AUTHENTICATED: readonly string[] = ['visa', 'mastercard'];

/** The card as it appears in a checkout session, with the authentication if there was one. */
export function cardOfSession(cardId: string): StoredCard | null {
  const card = byId.get(cardId);
  if (card === undefined) return null;
  if (!AUTHENTICATED.includes(card.scheme)) return card;
  const threeDSecure = {
    cavv: 'AAABAWFlmQAAAABjRWWZEEFgFz8=',
    eci: card.scheme === 'visa' ? '05' : '02',
    serverTransactionId: `3d500000-0000-4000-8000-${cardId.slice(-12)}`,
    directoryServerTransactionId: `d5000000-0000-4000-8000-${cardId.slice(-12)}`,
  };
  return { ...card, threeDSecure };
}

/** The summary of a stored card that a session shows (specification: CheckoutSessionPaymentMethod). */
export function summaryOf(card: StoredCard): CheckoutSessionPaymentMethod {
  return {
    type: 'payment-method',
    id: card.id,
    details: {
      bin: card.number.slice(0, 6),
      card_country: card.country,
      card_type: card.type,
      card_issuer_name: card.issuer,
    },
    label: card.number.slice(-4),
    method: 'card',
    scheme: card.scheme,
    fingerprint: createHmac('sha256', 'payments-api-sandbox').update(card.number).digest('hex'),
  };
}
