import { maskCardText } from '../cards/mask-card-data';
import { isRecord, textFieldOf } from '../json/unknown-fields';
import { buyerName } from '../sessions/buyer-name';
import { readCartTotal } from '../sessions/cart-totals';
import { isSession } from '../sessions/is-session';
import { paymentWords } from '../sessions/payment-words';
import type { SessionFacts } from './session-outcome';

/** What lists show of a session, or of the error object in its place; null for fields that are not as documented. */
export interface SessionBody {
  readonly id: string | null;
  readonly facts: SessionFacts;
  /** The message of an error object. */
  readonly message: string | null;
  readonly isSession: boolean;
}

/** Reads a parsed body tolerantly; null if it is not an object. */
export function readSessionBody(parsed: unknown): SessionBody | null {
  if (!isRecord(parsed)) return null;
  const { cart_items: items, payment_method: method } = parsed;
  return {
    id: textFieldOf(parsed, 'id'),
    facts: {
      expiresAt: textFieldOf(parsed, 'expires_at'),
      items: Array.isArray(items) ? items.length : null,
      total: readCartTotal(items)?.toString() ?? null,
      card: isRecord(method)
        ? paymentWords({
            method: textFieldOf(method, 'method'),
            scheme: textFieldOf(method, 'scheme'),
            label: textFieldOf(method, 'label'),
          })
        : null,
      buyer: buyerName(parsed.buyer),
      references: referencesOf(parsed),
    },
    message: textFieldOf(parsed, 'message'),
    isSession: isSession(parsed),
  };
}

/** A list of 10,000 lines is held in memory, and written whole. */
const MAX_REFERENCES_LENGTH = 400;

/** By what else than its ID and its buyer's name a session is asked about. A merchant may have put card data there. */
function referencesOf({ buyer, metadata }: Record<string, unknown>): string | null {
  const details = isRecord(buyer) ? [buyer.billing_details, buyer.shipping_details] : [];
  const given: readonly (readonly [name: string, value: unknown])[] = [
    ...details.map((each) => ['email_address', textFieldOf(each, 'email_address')] as const),
    ['external_identifier', textFieldOf(buyer, 'external_identifier')],
    ['account_number', textFieldOf(buyer, 'account_number')],
    ...(isRecord(metadata) ? Object.entries(metadata) : []),
  ];
  const all = given.flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [maskCardText(name, value)] : [],
  );
  return all.length === 0 ? null : [...new Set(all)].join(', ').slice(0, MAX_REFERENCES_LENGTH);
}
