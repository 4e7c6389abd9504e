import { fieldOf, textFieldOf } from '../json/unknown-fields';

/** The display name of a session's buyer, otherwise the name in the billing details; null if there is neither. */
export function buyerName(buyer: unknown): string | null {
  const display = textFieldOf(buyer, 'display_name')?.trim() ?? '';
  return display === '' ? billingName(buyer) : textFieldOf(buyer, 'display_name');
}

function billingName(buyer: unknown): string | null {
  const details = fieldOf(buyer, 'billing_details');
  const parts = ['first_name', 'last_name'].map((name) => textFieldOf(details, name)?.trim() ?? '');
  return parts.filter((part) => part !== '').join(' ') || null;
}
