import {
  GRANT_MS,
  type SendConfirmation,
  type SendGrant,
  type SendQuestion,
  type SendReason,
} from '../../shared/guard';
import { isLoopbackHost } from '../../shared/loopback';
import { findRequestCards, type RequestCard } from '../../shared/request-cards';
import { blockedByCards, blockedByHost, blockedByReadOnly } from './guard-problems';
import type { SecretHosts } from '../secrets/secret-hosts';
import {
  fingerprint,
  forwardedSecrets,
  forwardFacts,
  type ForwardFacts,
  type GuardedSend,
} from './send-facts';
import { Tickets } from './tickets';

export interface GuardServices {
  readonly secretHosts: SecretHosts;
  /** The name of a profile, for the question; null when it is gone. */
  readonly profileName: (profileId: string) => Promise<string | null>;
  readonly announceGrants: (grants: readonly SendGrant[]) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

export type SendVerdict =
  /** It may be sent, now and once. `cards` are card numbers to warn of. */
  | { readonly kind: 'allowed'; readonly cards: readonly RequestCard[] }
  | { readonly kind: 'question'; readonly question: SendQuestion };

/**
 * Stands before every send, in main, and decides on the request as it would go out. What is refused throws a
 * `ProblemError`: a read-only profile, card numbers on production, a secret on its way to a host that is not its own.
 * What needs the person's word gives a question with a ticket; the same request sent again with that ticket and an
 * explicit yes is allowed, once.
 */
export class SendGuard {
  private readonly now: () => number;
  private readonly tickets: Tickets;
  private readonly grants = new Map<string, { readonly from: number; readonly until: number }>();

  constructor(private readonly services: GuardServices) {
    this.now = services.now ?? Date.now;
    this.tickets = new Tickets(this.now);
  }

  async check(send: GuardedSend, confirmation: SendConfirmation | null): Promise<SendVerdict> {
    const { profile } = send;
    if (profile.readOnly && send.method !== 'GET') throw blockedByReadOnly(profile.name);
    const cards = findRequestCards(send);
    if (profile.environment === 'production') {
      const certain = cards.filter(({ network }) => network !== null);
      if (certain.length > 0) throw blockedByCards(certain);
    }
    const forward = forwardFacts(send.headers);
    const reasons = await this.reasons(send, forward, cards);
    if (reasons.length === 0) return { kind: 'allowed', cards };
    const mark = fingerprint(send, reasons);
    const answer = confirmation === null ? null : this.tickets.redeem(confirmation.ticket, mark);
    if (answer === 'good') {
      await this.takeWord(send, forward, reasons, confirmation?.doNotAskForTenMinutes === true);
      return { kind: 'allowed', cards };
    }
    const question = toQuestion(send, forward, reasons, {
      ticket: this.tickets.issue(mark),
      askedAgain: answer,
    });
    return { kind: 'question', question };
  }

  /** What "do not ask for 10 minutes" holds for now. */
  describeGrants(): readonly SendGrant[] {
    return [...this.grants]
      .filter(([profileId]) => this.isGranted(profileId))
      .map(([profileId, { until }]) => ({ profileId, until: new Date(until).toISOString() }));
  }

  endGrant(profileId: string): readonly SendGrant[] {
    if (this.grants.delete(profileId)) this.services.announceGrants(this.describeGrants());
    return this.describeGrants();
  }

  /** A profile that was edited or deleted has nobody's word any more. */
  forgetProfile(profileId: string): void {
    this.tickets.clear();
    this.endGrant(profileId);
  }

  private async reasons(
    send: GuardedSend,
    forward: ForwardFacts | null,
    cards: readonly RequestCard[],
  ): Promise<SendReason[]> {
    const { profile, composedUnder } = send;
    const production = profile.environment === 'production';
    const reasons: SendReason[] = [];
    if (production && send.method !== 'GET' && !this.isGranted(profile.id))
      reasons.push({ kind: 'production' });
    if (composedUnder !== null && composedUnder !== profile.id) {
      reasons.push({
        kind: 'other-profile',
        profileId: composedUnder,
        name: await this.services.profileName(composedUnder),
      });
    }
    const unknown = cards.filter(({ network }) => network === null);
    if (production && unknown.length > 0) reasons.push({ kind: 'unknown-numbers', cards: unknown });
    return [...reasons, ...(await this.newHosts(send, forward))];
  }

  /** Secrets that were never used; one that has its hosts must not go anywhere else. This computer may have any. */
  private async newHosts(send: GuardedSend, forward: ForwardFacts | null): Promise<SendReason[]> {
    if (forward === null || isLoopbackHost(forward.destination.hostname)) return [];
    const { host } = forward.destination;
    const reasons: SendReason[] = [];
    for (const { header, value } of forwardedSecrets(send)) {
      const hosts = await this.services.secretHosts.hostsOf(value);
      if (hosts === null) reasons.push({ kind: 'secret-host', header, host });
      else if (!hosts.includes(host)) throw blockedByHost(header, host, hosts);
    }
    return reasons;
  }

  private async takeWord(
    send: GuardedSend,
    forward: ForwardFacts | null,
    reasons: readonly SendReason[],
    grant: boolean,
  ): Promise<void> {
    if (forward && reasons.some(({ kind }) => kind === 'secret-host')) {
      for (const { header, value } of forwardedSecrets(send)) {
        await this.services.secretHosts.allowFor(value, header, forward.destination.host);
      }
    }
    if (grant && mayGrant(reasons)) {
      this.grants.set(send.profile.id, { from: this.now(), until: this.now() + GRANT_MS });
      this.services.announceGrants(this.describeGrants());
    }
  }

  /** A clock that was set back does not prolong it. */
  private isGranted(profileId: string): boolean {
    const grant = this.grants.get(profileId);
    const now = this.now();
    return grant !== undefined && now >= grant.from && now < grant.until;
  }
}

function mayGrant(reasons: readonly SendReason[]): boolean {
  return reasons.some(({ kind }) => kind === 'production');
}

function toQuestion(
  { profile, method, url }: GuardedSend,
  forward: ForwardFacts | null,
  reasons: readonly SendReason[],
  asking: Pick<SendQuestion, 'ticket'> & { readonly askedAgain: 'good' | SendQuestion['askedAgain'] },
): SendQuestion {
  const { id, name, environment } = profile;
  return {
    ticket: asking.ticket,
    profile: { id, name, environment },
    serviceHost: new URL(url).host,
    method,
    forward: forward && {
      destinationHost: forward.destination.host,
      method: forward.method,
      paymentMethods: forward.paymentMethods,
      authentications: forward.authentications,
    },
    reasons,
    mayGrant: mayGrant(reasons),
    askedAgain: asking.askedAgain === 'good' ? null : asking.askedAgain,
  };
}
