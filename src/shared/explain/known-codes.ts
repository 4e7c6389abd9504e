import type { ReceivedResponse } from '../http/exchange';
import { readErrorFields } from './error-fields';

/**
 * Codes of a compatible public service (Gr4vy), as listed in its guide on transaction errors. The specification has
 * none of them, so the app calls them known elsewhere. Of about 70, these are the ones we have read about.
 */
const KNOWN_ELSEWHERE: Readonly<Record<string, string>> = {
  incomplete_buyer_approval: 'the buyer did not finish the approval in time, most often by closing its page',
  failed_buyer_approval: 'the buyer failed the 3-D Secure authentication',
  missing_redirect_url: 'a redirect is needed, and the request named no redirect URL',
  flow_decline: 'one of the merchant’s own rules declined it',
  all_attempts_skipped: 'no outcome of the rule that matched could be used',
  canceled_payment_method: 'the payment method was reported lost, stolen or canceled',
  disputed_transaction: 'it cannot be refunded, as the buyer disputed it',
  duplicate_transaction: 'it was taken for a repeat of an earlier transaction',
  expired_authorization: 'the authorization has expired',
  expired_payment_method: 'the payment method has expired',
  incorrect_billing_address: 'the billing address is not that of the account',
  incorrect_country: 'the service or the issuer refused the country',
  incorrect_currency: 'the service or the issuer refused the currency',
  incorrect_cvv: 'the security code is wrong',
};

/** What the codes in an answer mean at a compatible public service, a sentence for each that is known there. */
export function describeKnownCodes(response: ReceivedResponse | null): readonly string[] {
  if (response === null) return [];
  return readErrorFields(response).codes.flatMap(({ field, code }) =>
    Object.hasOwn(KNOWN_ELSEWHERE, code)
      ? [`${field} ${code}. Known elsewhere (Gr4vy): ${KNOWN_ELSEWHERE[code] ?? ''}.`]
      : [],
  );
}
