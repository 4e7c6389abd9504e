import { isRecord, textFieldOf } from '../json/unknown-fields';
import { readCartTotal } from '../sessions/cart-totals';
import { paymentWords } from '../sessions/payment-words';
import { isUuid, withHyphens } from '../text/uuid';

/** The result of a look-up, in terms that support uses. */
export type SessionOutcome =
  | 'found'
  /** Found, but past its `expires_at`. */
  | 'expired'
  | 'not found'
  /** A 401 or 403 from the API itself. */
  | 'no access'
  | 'failed'
  | 'cancelled'
  /** Its turn in a list has not come yet; only shown, never stored. */
  | 'waiting'
  /** An entry of a list that only looks like an ID. */
  | 'not an ID';

export const SESSION_OUTCOMES: readonly SessionOutcome[] = [
  'found',
  'expired',
  'not found',
  'no access',
  'failed',
  'cancelled',
  'waiting',
  'not an ID',
];

/** One look-up as a row: for lists of many, and for recent ones. */
export interface SessionLine {
  readonly sessionId: string;
  readonly outcome: SessionOutcome;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** See `isForeign`. Also false for lines that predate it. */
  readonly isForeign: boolean;
  /** As given in the session; null if it is not. */
  readonly expiresAt: string | null;
  readonly items: number | null;
  /** Computed from the cart, in minor units; null if it cannot be computed. */
  readonly total: string | null;
  /** Scheme and last four digits: `visa •••• 1111`. */
  readonly card: string | null;
  readonly buyer: string | null;
  /** E-mail addresses, identifiers and metadata, by which a filter finds it; null for lines that predate this. */
  readonly references: string | null;
  /** Findings of the contract check; null if the answer was not checked. */
  readonly findings: number | null;
  /** The service's message or the failure, for a look-up that returned no session. */
  readonly message: string | null;
  /** Id of its exchange in the history; null if it was not asked for. */
  readonly exchangeId: string | null;
  /** When it was asked for (UTC, ISO 8601); null if it was not, and for lines that predate this. */
  readonly readAt: string | null;
}

/** The `message` of an id that was not asked for before its list stopped: it has no exchange. */
const NOT_ASKED = 'not asked';

/** The `message` of an id that was not asked for because so many before it had reached nobody. */
export const NOBODY_REACHED = 'not asked: the service could not be reached';

/** The `message` of an id that was not asked for because the service refused the token so many times before it. */
export const TOKEN_REFUSED = 'not asked: the token was refused';

/** The `message` for a 422 of the API, which has no body to say so. */
export const NO_PAYMENT_METHOD = 'a payment method does not exist';

/** The `message` of an id whose answer is awaited; only shown, never stored. */
export const BEING_ASKED = 'being asked';

/** The row of an id that was not asked for: its turn is still to come, or the list stopped before it. */
export function unaskedLine(sessionId: string, outcome: 'waiting' | 'cancelled'): SessionLine {
  return {
    sessionId,
    outcome,
    status: null,
    isForeign: false,
    expiresAt: null,
    items: null,
    total: null,
    card: null,
    buyer: null,
    references: null,
    findings: null,
    message: NOT_ASKED,
    exchangeId: null,
    readAt: null,
  };
}

/** True if its list stopped before its turn. */
export function isUnasked({ outcome, exchangeId }: Pick<SessionLine, 'outcome' | 'exchangeId'>): boolean {
  return outcome === 'cancelled' && exchangeId === null;
}

/** Longest entry in a list that is not an ID: the beginning is enough to recognise what somebody meant as an ID. */
export const MAX_ENTRY_LENGTH = 200;

/**
 * The entries of a paste that have a row in its list, each once: the IDs, and the first `maxNoIds` of the other
 * entries, truncated if they are long.
 */
export function listEntries(entries: readonly string[], maxNoIds: number): readonly string[] {
  let noIds = 0;
  return [
    ...new Set(
      entries.flatMap((entry) => {
        if (isUuid(entry)) return entry;
        if (++noIds > maxNoIds) return [];
        return entry.length > MAX_ENTRY_LENGTH ? `${entry.slice(0, MAX_ENTRY_LENGTH - 1)}…` : entry;
      }),
    ),
  ];
}

const DIGITS = 32;

/** What keeps an entry from being an ID: two that differ in one digit look the same where they are shortened. */
export function whyNoId(entry: string): string {
  const [sign] = /[^0-9a-f\s-]/i.exec(entry) ?? [];
  if (sign !== undefined) return `${sign} is not a hexadecimal digit`;
  const digits = entry.replaceAll(/[\s-]/g, '').length;
  if (entry.length === DIGITS && digits === DIGITS) return `it lacks the dashes of ${withHyphens(entry)}`;
  return digits === DIGITS ? 'its dashes are not those of an ID' : `${digits} digits, not ${DIGITS}`;
}

/** The row of an entry that is not an ID, and why. It has no exchange. */
export function noIdLine(entry: string): SessionLine & { readonly message: string } {
  return {
    ...unaskedLine(entry, 'waiting'),
    outcome: 'not an ID',
    message: `not looked up: ${whyNoId(entry)}`,
  };
}

/** A parameter, because the window's first screen does without the search for card data. */
type MaskField = (name: string, value: string) => string;

/** What lists show of a session, or of the error object in its place; null for fields that are not as documented. */
export interface SessionBody {
  readonly id: string | null;
  readonly expiresAt: string | null;
  readonly items: number | null;
  readonly total: string | null;
  readonly card: string | null;
  readonly buyer: string | null;
  readonly references: string | null;
  /** The message of an error object. */
  readonly message: string | null;
}

/**
 * Reads a parsed body tolerantly; null if it is not an object.
 * @param mask hides card data in a value, whose name may be needed to recognise it; without it there are no references.
 */
export function readSessionBody(parsed: unknown, mask?: MaskField): SessionBody | null {
  if (!isRecord(parsed)) return null;
  const { cart_items: items, payment_method: method } = parsed;
  const buyer = textFieldOf(parsed.buyer, 'display_name');
  return {
    id: textFieldOf(parsed, 'id'),
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
    // A blank one would be a gap where a name is expected.
    buyer: buyer?.trim() === '' ? null : buyer,
    references: mask ? referencesOf(parsed, mask) : null,
    message: textFieldOf(parsed, 'message'),
  };
}

/** A list of 10,000 lines is held in memory, and written whole. */
const MAX_REFERENCES_LENGTH = 400;

/** By what else than its ID and its buyer's name a session is asked about. A merchant may have put card data there. */
function referencesOf({ buyer, metadata }: Record<string, unknown>, mask: MaskField): string | null {
  const details = isRecord(buyer) ? [buyer.billing_details, buyer.shipping_details] : [];
  const given: readonly (readonly [name: string, value: unknown])[] = [
    ...details.map((each) => ['email_address', textFieldOf(each, 'email_address')] as const),
    ['external_identifier', textFieldOf(buyer, 'external_identifier')],
    ['account_number', textFieldOf(buyer, 'account_number')],
    ...(isRecord(metadata) ? Object.entries(metadata) : []),
  ];
  const all = given.flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [mask(name, value)] : [],
  );
  return all.length === 0 ? null : [...new Set(all)].join(', ').slice(0, MAX_REFERENCES_LENGTH);
}

/**
 * True for a session with another ID than was asked for, in any notation. A session without an ID counts as the right
 * one.
 */
export function isAnother(id: string | null, sessionId: string): id is string {
  const bare = (written: string): string => written.toLowerCase().replaceAll(/[-{}]/g, '');
  return id !== null && bare(id) !== bare(sessionId);
}
