import type { ReadsAtDestination } from '@shared/vault-forward/reading-forward';
import type { UnsettledSend } from '../sending/unsettled-mark';
import type { RequestCard } from './request-cards';

/** A send whose outcome is unknown. */
export type SentBefore = Pick<UnsettledSend, 'startedAt' | 'profileName' | 'answered' | 'notedOutcome'>;

/** Why a send needs the person's consent. */
export type SendReason =
  /** Anything but a GET on a production profile. */
  | { readonly kind: 'production' }
  /** The request was composed or recorded under another profile. `name` is null if that profile is gone. */
  | { readonly kind: 'other-profile'; readonly name: string | null }
  /**
   * The identical request went out before, and nobody knows whether it took effect. `sends` are in order of time.
   * @property request names the request if several are asked about together; null for a single one.
   */
  | {
      readonly kind: 'unknown-outcome';
      readonly request: string | null;
      readonly sends: readonly SentBefore[];
      readonly reads?: ReadsAtDestination;
    }
  /** The same, but an earlier version of this request's draft went out, with other contents. */
  | { readonly kind: 'draft-unknown'; readonly request: string | null; readonly sends: readonly SentBefore[] }
  /** It could not be checked whether the identical request is already out. */
  | { readonly kind: 'not-checked'; readonly reads?: ReadsAtDestination }
  /**
   * The same, and no later check can tell: the send would be in a file that could not be read at this time (UTC, ISO
   * 8601).
   * @property isUnkept something went out then, in a run that could keep nothing.
   * @property mayBeUnderWay it is unknown whether that run is still going.
   */
  | {
      readonly kind: 'history-lost';
      readonly lostAt: string;
      readonly isUnkept?: boolean;
      readonly mayBeUnderWay?: boolean;
      readonly reads?: ReadsAtDestination;
    }
  /** A send of another run is still under way; nothing else can be known about it. */
  | { readonly kind: 'under-way'; readonly reads?: ReadsAtDestination }
  /**
   * The secrets in these headers would go to this host for the first time.
   * @property service true if the host is the service itself, not the destination of Vault Forward.
   */
  | {
      readonly kind: 'secret-host';
      readonly headers: readonly string[];
      readonly host: string;
      readonly service: boolean;
    }
  /** On production: numbers with a valid check digit that belong to no known card network. */
  | { readonly kind: 'unknown-numbers'; readonly cards: readonly RequestCard[] };

/**
 * The reasons of several requests, each once, with one reason for all secrets that would go to the same host. If
 * sends were lost at several times, the latest time is kept: somebody who checks on these sends checks up to then.
 */
export function joinReasons(reasons: readonly SendReason[]): SendReason[] {
  const joined = new Map<string, SendReason>();
  const times = reasons.flatMap((reason) => (reason.kind === 'history-lost' ? reason.lostAt : []));
  const lostAt = times.sort().at(-1) ?? '';
  for (const reason of reasons) {
    if (reason.kind !== 'secret-host') {
      const one = reason.kind === 'history-lost' ? { ...reason, lostAt } : reason;
      joined.set(JSON.stringify(one), one);
      continue;
    }
    const key = JSON.stringify([reason.host, reason.service]);
    const before = joined.get(key);
    const headers = before?.kind === 'secret-host' ? before.headers : [];
    joined.set(key, { ...reason, headers: [...new Set([...headers, ...reason.headers])] });
  }
  return [...joined.values()];
}
