import type { Exchange } from '../http/exchange';
import { saysNoPaymentMethod } from '../http/foreign-answer';
import { saysNotFound } from '../http/service-error';
import { formatMoment, parseDateTime } from '../text/format-time';

/**
 * What support can tell a customer about a look-up; it claims only what the answer says. No answer says whether a
 * checkout was paid, so nobody who may have paid is asked to start again. Null if there is nothing to tell a customer.
 * @param session null if there is none; `expiresAt` as the service wrote it.
 * @param isProductionAsked whether every other production profile has answered, too, that it does not have it. Only
 *   then is a customer told to start again: a checkout that exists under another profile may already have been paid.
 */
export function customerSentence(
  { outcome, response, profile }: Pick<Exchange, 'outcome' | 'response' | 'profile'>,
  session: { readonly expiresAt: string | null } | null,
  now: Date,
  isProductionAsked = false,
): string | null {
  const expires = parseDateTime(session?.expiresAt ?? '');
  if (expires !== null)
    return expires <= now
      ? `This checkout expired on ${formatMoment(expires)}. If you have not paid, please start it again.`
      : null;
  if (session !== null || outcome.kind === 'cancelled') return null;
  const status = outcome.kind === 'answered' ? (response?.status ?? null) : null;
  if (response && saysNotFound(response))
    return profile.environment === 'production' && isProductionAsked
      ? 'We could not find this checkout under the ID we have. If you have not paid, please start it again from your basket.'
      : 'We have not found this checkout yet, and are checking its ID. Please do not start it again for now.';
  if (status === 422 && response && saysNoPaymentMethod(response))
    return 'The payment method of this checkout cannot be found. If you have not paid, please start the checkout again.';
  return 'We cannot see this checkout at the moment. We are looking into it and will come back to you.';
}
