import { knownValues, type CheckoutSessionPaymentMethod } from '@contract';
import { storedCards, summaryOf } from '../vault/cards';
import { sample, sampleId, type SampleSession } from './sample';

const FIRST_SCHEME = 1001;
const FIRST_TAX_ID_KIND = 2001;

/** One session for each card scheme in the specification, by scheme. */
export const sessionsByScheme: ReadonlyMap<string, SampleSession> = new Map(
  knownValues.CardScheme.map((scheme, index) => [
    scheme,
    sample(sampleId(FIRST_SCHEME + index), {
      cart_items: [{ name: `Paid with ${scheme}`, quantity: 1, unit_amount: 1000 + index }],
      payment_method: paymentMethodOf(scheme),
    }),
  ]),
);

/** One session for each kind of tax ID in the specification, by kind. */
export const sessionsByTaxIdKind: ReadonlyMap<string, SampleSession> = new Map(
  knownValues.TaxIdKind.map((kind, index) => [
    kind,
    sample(sampleId(FIRST_TAX_ID_KIND + index), {
      buyer: {
        display_name: `Buyer with ${kind}`,
        billing_details: {
          first_name: 'Ada',
          last_name: 'Example',
          address: { country: kind.slice(0, 2).toUpperCase() },
          tax_id: { value: '123456789', kind },
        },
      },
    }),
  ]),
);

/** A stored test card of the scheme; for schemes without a well-known test card, a payment method without card details. */
function paymentMethodOf(scheme: string): CheckoutSessionPaymentMethod {
  const card = storedCards.find((stored) => stored.scheme === scheme);
  return card
    ? summaryOf(card)
    : { type: 'payment-method', id: null, details: null, label: null, method: 'card', scheme };
}
