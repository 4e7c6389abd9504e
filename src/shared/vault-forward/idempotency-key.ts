import { looselyRead } from '../http/http-fields';
import { destinationHeaderName } from './request';

/**
 * The headers in which services accept an idempotency key: a service that gets the same key again does nothing twice.
 * The specification shows none; these are from the documentation and client libraries of providers.
 */
const KEY_NAMES = new Set([
  // draft-ietf-httpapi-idempotency-key-header; Stripe, Adyen, Mollie, GoCardless and many more.
  'idempotency-key',
  // Mercado Pago, dLocal, Xendit.
  'x-idempotency-key',
  // https://developer.paypal.com/reference/guidelines/idempotency
  'paypal-request-id',
  // Checkout.com: https://www.checkout.com/docs, and its client libraries.
  'cko-idempotency-key',
  // Klarna's order management and customer tokens: https://docs.klarna.com
  'klarna-idempotency-key',
  // Global Payments (GP API): IDEMPOTENCY_HEADER of its client libraries.
  'x-gp-idempotency',
  // Worldline (Connect, Direct): its client libraries.
  'x-gcs-idempotence-key',
  // https://razorpay.com/docs/api/refunds/normal-refunds-idempotent
  'x-refund-idempotency',
  // https://developerhub.ppro.com/global-api/reference/api-requests-idempotency
  'request-idempotency-key',
]);

/** True for a header of a request to the service, or of one to its destination. */
export function isIdempotencyKey(name: string): boolean {
  return KEY_NAMES.has(destinationHeaderName(looselyRead(name)));
}
