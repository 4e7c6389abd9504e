import type { SessionLine } from '@shared/history/session-outcome';
import { assertNever } from '@shared/problem';
import { formatDuration, formatMoment, parseDateTime } from '@shared/text/format-time';
import { asText, showValue, type Json } from '../facts/json';
import type { IconName } from '../Icon.vue';

export const SESSION_STATES = [
  'valid',
  'soon',
  'expired',
  'unknown',
  'not-found',
  'no-access',
  'failed',
  'cancelled',
  'waiting',
  'no-id',
] as const;

/** A session's state for the person who looks it up; `unknown` when it does not say when it expires. */
export type SessionState = (typeof SESSION_STATES)[number];

export interface StateLabel {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'valid' | 'soon' | 'expired' | 'failed' | 'neutral';
}

export const STATE_LABELS: Readonly<Record<SessionState, StateLabel>> = {
  valid: { word: 'Valid', icon: 'valid', tone: 'valid' },
  soon: { word: 'Expires soon', icon: 'soon', tone: 'soon' },
  expired: { word: 'Expired', icon: 'expired', tone: 'expired' },
  unknown: { word: 'Expiry unknown', icon: 'info', tone: 'neutral' },
  'not-found': { word: 'Not found', icon: 'not-found', tone: 'neutral' },
  'no-access': { word: 'No access', icon: 'refused', tone: 'soon' },
  failed: { word: 'Failed', icon: 'error', tone: 'failed' },
  cancelled: { word: 'Cancelled', icon: 'skipped', tone: 'neutral' },
  waiting: { word: 'Waiting', icon: 'soon', tone: 'neutral' },
  'no-id': { word: 'Not an ID', icon: 'warning', tone: 'soon' },
};

/** Below this, in ms, the person should know how little time is left. */
const SOON_MS = 60 * 60_000;

/** This near to the expiry, in ms, seconds matter. */
const SECONDS_MATTER_MS = 5 * 60_000;

/** The state according to a session's `expires_at`; `unknown` when it is missing or unreadable. */
export function stateOfSession(expiresAt: string | null, now: Date): SessionState {
  const time = parseDateTime(expiresAt ?? '');
  if (time === null) return 'unknown';
  const leftMs = time.getTime() - now.getTime();
  if (leftMs <= 0) return 'expired';
  return leftMs < SOON_MS ? 'soon' : 'valid';
}

/** The current state of a line in a list: a session that was valid when it was read may since have expired. */
export function stateOfLine(
  { outcome, expiresAt }: Pick<SessionLine, 'outcome' | 'expiresAt'>,
  now: Date,
): SessionState {
  switch (outcome) {
    case 'found':
    case 'expired':
      return expiresAt === null && outcome === 'expired' ? 'expired' : stateOfSession(expiresAt, now);
    case 'not found':
      return 'not-found';
    case 'no access':
      return 'no-access';
    case 'not an ID':
      return 'no-id';
    case 'failed':
    case 'cancelled':
    case 'waiting':
      return outcome;
    default:
      return assertNever(outcome);
  }
}

/** `Valid · 23 h`, `Expires in 12 min`, `Expired · 2 h ago`: the text for a head. */
export function describeState(expiresAt: string | null, now: Date): string {
  const state = stateOfSession(expiresAt, now);
  const time = parseDateTime(expiresAt ?? '');
  const words = time === null ? null : formatDuration(Math.abs(time.getTime() - now.getTime()));
  switch (state) {
    case 'valid':
      return `Valid · ${words ?? '1 s'}`;
    case 'soon':
      return `Expires in ${words ?? '1 s'}`;
    case 'expired':
      return words === null ? 'Expired just now' : `Expired · ${words} ago`;
    default:
      return STATE_LABELS[state].word;
  }
}

/**
 * The top line of a summary: the state, then its date once. `moment` is null when the session gives no date, and the
 * original text when it is unreadable.
 */
export function describeExpiry(
  given: Json | undefined,
  now: Date,
  format: (time: Date, withSeconds: boolean) => string = (at, withSeconds) =>
    formatMoment(at, 'UTC', withSeconds),
): { readonly lead: string; readonly moment: string | null; readonly distance: string | null } {
  const time = parseDateTime(asText(given) ?? '');
  if (time === null)
    return given === undefined || given === null
      ? { lead: 'This session does not say when it expires', moment: null, distance: null }
      : { lead: 'The expiry of this session cannot be read', moment: showValue(given, 60), distance: null };
  const leftMs = time.getTime() - now.getTime();
  const words = formatDuration(Math.abs(leftMs)) ?? '1 s';
  if (leftMs >= SOON_MS) return { lead: 'Valid until', moment: format(time, false), distance: `in ${words}` };
  const lead = leftMs > 0 ? `Expires in ${words}` : `Expired ${words} ago`;
  return { lead, moment: format(time, Math.abs(leftMs) < SECONDS_MATTER_MS), distance: null };
}
