import { shortenEnd } from '../text/shorten-end';
import { isUuid, withHyphens } from '../text/uuid';

export const SESSION_OUTCOMES = [
  'found',
  /** Found, but past its `expires_at`. */
  'expired',
  'not found',
  /** A 401 or 403 from the API itself. */
  'no access',
  'failed',
  'cancelled',
  /** Its turn in a list has not come yet; only shown, never stored. */
  'waiting',
  /** An entry of a list that only looks like an ID. */
  'not an ID',
] as const;

/** The result of a look-up, in terms that support uses. */
export type SessionOutcome = (typeof SESSION_OUTCOMES)[number];

/** What rows show of a session itself. */
export interface SessionFacts {
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
}

export const NO_SESSION_FACTS: SessionFacts = {
  expiresAt: null,
  items: null,
  total: null,
  card: null,
  buyer: null,
  references: null,
};

/** One look-up as a row: for lists of many, and for recent ones. */
export interface SessionLine extends SessionFacts {
  readonly sessionId: string;
  readonly outcome: SessionOutcome;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** See `isForeign`. Also false for lines that predate it. */
  readonly isForeign: boolean;
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
export const SERVICE_UNREACHABLE = 'not asked: the service could not be reached';

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
    ...NO_SESSION_FACTS,
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
        return shortenEnd(entry, MAX_ENTRY_LENGTH - 1);
      }),
    ),
  ];
}

const DIGITS = 32;

/** What keeps an entry from being an ID: two that differ in one digit look the same where they are shortened. */
export function whyNoId(entry: string): string {
  const [sign] = /[^0-9a-f\s-]/i.exec(entry) ?? [];
  if (sign !== undefined) return `${sign} is not a hexadecimal digit`;
  const joined = entry.replaceAll(/\s/g, '');
  if (joined !== entry && isUuid(joined)) return `a space or a line break splits ${joined.toLowerCase()}`;
  const digits = joined.replaceAll('-', '').length;
  if (entry.length === DIGITS && digits === DIGITS) return `it lacks the dashes of ${withHyphens(entry)}`;
  return digits === DIGITS ? 'its dashes are not those of an ID' : `${digits} digits, not ${DIGITS}`;
}

/** False for the row of an entry that is not an ID. */
export function hasValidId({ outcome }: Pick<SessionLine, 'outcome'>): boolean {
  return outcome !== 'not an ID';
}

/** The row of an entry that is not an ID, and why. It has no exchange. */
export function noIdLine(entry: string): SessionLine & { readonly message: string } {
  return {
    ...unaskedLine(entry, 'waiting'),
    outcome: 'not an ID',
    message: `not looked up: ${whyNoId(entry)}`,
  };
}

/**
 * True for a session with another ID than was asked for, in any notation. A session without an ID counts as the right
 * one.
 */
export function isAnother(id: string | null, sessionId: string): id is string {
  const bare = (written: string): string => written.toLowerCase().replaceAll(/[-{}]/g, '');
  return id !== null && bare(id) !== bare(sessionId);
}
