import { maskCardData } from '../cards/mask-card-data';

/** A label is meant to be four digits; this is enough of any other. */
const MAX_LABEL_LENGTH = 1_000;

/**
 * A session's payment method in a few words: `visa •••• 1111`, or `paypal zoe@example.com` for one that is not a card.
 * A label that is a whole card number, against the specification, is masked.
 */
export function paymentWords({
  method,
  scheme,
  label,
}: {
  readonly method: string | null;
  readonly scheme: string | null;
  readonly label: string | null;
}): string {
  const name = namedOtherwise(method) ?? scheme ?? 'card';
  if (label === null) return name;
  return `${name} ${isCard(method) ? '•••• ' : ''}${maskedLabel(label)}`;
}

export function maskedLabel(label: string): string {
  const masked = maskCardData(label.slice(0, MAX_LABEL_LENGTH));
  return label.length > MAX_LABEL_LENGTH ? `${masked}…` : masked;
}

/** What a payment method that is not a card calls itself; null for a card, or if it does not say. */
export function namedOtherwise(method: string | null): string | null {
  return isCard(method) ? null : method;
}

function isCard(method: string | null): boolean {
  return method === null || method.trim() === '' || method.toLowerCase() === 'card';
}
