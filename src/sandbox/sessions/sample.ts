import type { CheckoutSession } from '@contract';

/** A session of the sandbox. Its id and contents are the same at every start; `docs/sandbox.md` lists them all. */
export interface SampleSession {
  readonly id: string;
  readonly content: Omit<CheckoutSession, 'type' | 'id' | 'expires_at'>;
  /** False leaves out `type`, which has a default value. */
  readonly showsType: boolean;
  /** When the session expires, in ms since 1970, given the time of the request. */
  readonly expiresAt: (now: number) => number;
}

const DAY = 86_400_000;

/** The end of the day after the day of the request (UTC): always 24 to 48 hours ahead. */
export function tomorrowMidnight(now: number): number {
  return (Math.floor(now / DAY) + 2) * DAY;
}

/** An expiry that never changes. */
export function fixedExpiry(iso: string): (now: number) => number {
  const time = Date.parse(iso);
  return () => time;
}

/** How long a session that is about to expire keeps the same expiry, and the least time it has left, in ms. */
const EXPIRY_CYCLE = { period: 55_000, least: 5_000 };

/**
 * Always expires within a minute: the time left counts down from 60 s to 5 s and then starts again, so a look-up and
 * its refresh see the same expiry come nearer.
 */
export function expiresWithinMinute(now: number): number {
  return Math.ceil((now + EXPIRY_CYCLE.least) / EXPIRY_CYCLE.period) * EXPIRY_CYCLE.period;
}

export function sampleId(number: number): string {
  return `5e550000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function sample(
  id: string,
  content: SampleSession['content'],
  expiresAt: SampleSession['expiresAt'] = tomorrowMidnight,
): SampleSession {
  return { id, content, showsType: true, expiresAt };
}

/** The session as answered at the time `now`. */
export function sessionAt(
  { id, content, showsType, expiresAt }: SampleSession,
  now: number,
): CheckoutSession {
  const expires_at = new Date(expiresAt(now)).toISOString().replace(/\.\d+Z$/, '+00:00');
  return { ...(showsType ? { type: 'checkout-session' as const } : {}), id, expires_at, ...content };
}
