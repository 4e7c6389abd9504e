import { CHECKOUT_SESSION_HEADER } from '@shared/vault-forward/body-checks';

/** A header to the service that the specification does not give and a compatible public service knows: offered as such. */
export interface KnownServiceHeader {
  readonly name: string;
  readonly meaning: string;
}

export const KNOWN_SERVICE_HEADERS: readonly KnownServiceHeader[] = [
  {
    name: CHECKOUT_SESSION_HEADER,
    meaning:
      'ID of a checkout session whose card is used, security code included, instead of payment methods',
  },
  { name: 'x-vault-forward-timeout', meaning: 'Seconds to wait for the destination; 30 when not sent' },
  {
    name: 'x-vault-forward-merchant-initiated',
    meaning: 'Whether the merchant, not the buyer, started the payment',
  },
];
