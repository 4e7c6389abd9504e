import type { ParameterValues } from './api/parameters';
import { detail, RequestRefused } from './errors/api-error';
import { DEFAULT_MERCHANT_HEADER } from '@shared/profiles/profile';

/** The merchant accounts of the sandbox. The first owns the sample sessions, and is taken when none is named. */
export const merchantAccounts = ['acme', 'globex'] as const;

export type MerchantAccount = (typeof merchantAccounts)[number];

/**
 * The account that a request selects (specification: Authentication 4). The answer to an unknown one is not shown: we
 * take it for an account that the caller may not act for.
 */
export function selectedAccount(parameters: ParameterValues): MerchantAccount {
  const wanted = parameters.get(DEFAULT_MERCHANT_HEADER) ?? merchantAccounts[0];
  const account = merchantAccounts.find((known) => known === wanted);
  if (account) return account;
  const message = `There is no such merchant account; the sandbox has ${merchantAccounts.join(' and ')}.`;
  throw new RequestRefused(403, { message, details: [detail('header', [DEFAULT_MERCHANT_HEADER], message)] });
}
