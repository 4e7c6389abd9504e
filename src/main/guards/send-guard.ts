import { GRANT_MS, type SendGrant } from '@shared/questions/guard';
import { isLoopbackHost } from '@shared/http/loopback';
import { declined, type AskPerson, type Question } from '@shared/questions/question';
import { isSafe } from '@shared/http/http-fields';
import type { Profile } from '@shared/profiles/profile';
import type { ReadsAtDestination } from '@shared/vault-forward/reading-forward';
import { findRequestCards, type RequestCard } from './request-cards';
import { blockedByCards, blockedByHost, blockedByReadOnly } from './guard-problems';
import type { SecretHosts } from '../secrets/secret-hosts';
import { nameOf } from './describe-requests';
import { sendQuestion } from './describe-question';
import {
  forwardFacts,
  NOT_CHECKED,
  secretsIn,
  type ForwardFacts,
  type GuardedSend,
  type KnownSend,
} from './send-facts';
import { joinReasons, type SendReason } from './send-reasons';

export interface GuardServices {
  readonly secretHosts: SecretHosts;
  readonly ask: AskPerson;
  /** The name of a profile, for the question; null if it is gone. */
  readonly profileName: (profileId: string) => Promise<string | null>;
  readonly announceGrants: (grants: readonly SendGrant[]) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

/** Callbacks around a question. */
export interface Asking {
  /** Called before the person is asked. Throws a `ProblemError` if the request could not be sent anyway. */
  readonly before: (profile: Profile) => Promise<void>;
  /** True when the question opens, false when it has been answered. */
  readonly onAsk: (asking: boolean) => void;
  /** The person confirms that they have checked on the sends whose record was lost. */
  readonly onLooked: (lostAt: string) => Promise<void>;
}

/** "Do not ask for 10 minutes". */
interface Grant {
  readonly from: number;
  readonly until: number;
  /** The run in which it was granted; null for a single send. */
  readonly run: string | null;
}

/** `declined`: nothing may be sent, and the person knows why, because they said no or cancelled. */
export type SendVerdict = 'allowed' | 'declined';

/** A secret that would go to a host for the first time. */
interface NewHost {
  readonly value: string;
  readonly header: string;
  readonly host: string;
  readonly service: boolean;
}

interface CheckedSend extends KnownSend {
  readonly newHosts: readonly NewHost[];
  readonly reasons: readonly SendReason[];
}

/**
 * Checks every send, in main, and decides on the request as it would go out. Throws a `ProblemError` for what is
 * refused: a write under a read-only profile, card numbers on production, a secret on its way to a host that is not
 * one of its own. If the person has to agree, main asks them in a place that the page cannot answer. The caller sends
 * exactly the request that was checked: a "yes" covers only that one and is not remembered.
 */
export class SendGuard {
  private readonly now: () => number;
  private readonly grants = new Map<string, Grant>();
  /** Open questions, with the id of the profile they are about. */
  private readonly asking = new Map<AbortController, string>();

  constructor(private readonly services: GuardServices) {
    this.now = services.now ?? Date.now;
  }

  /**
   * Checks one send, or several that one answer covers.
   * @param signal aborted when the call is cancelled; the answer then counts as "no".
   * @param run id of the run that the sends belong to (several requests started by one click); null for a single
   * send.
   */
  async check(
    sends: readonly GuardedSend[],
    signal: AbortSignal,
    { before, onAsk, onLooked }: Asking,
    run: string | null,
  ): Promise<SendVerdict> {
    const count = sends.reduce((sum, { times }) => sum + times, 0);
    const checked: CheckedSend[] = [];
    for (const send of sends) {
      const asksProduction = count > 1 || !this.isGranted(send.profile.id, run);
      checked.push(await this.look(send, asksProduction, sends.length > 1));
    }
    const [first] = checked;
    const reasons = joinReasons(checked.flatMap((one) => one.reasons));
    if (first === undefined || reasons.length === 0) return 'allowed';
    // The call was cancelled: do not ask.
    if (signal.aborted) return 'declined';
    const { profile } = first.send;
    await before(profile);
    const lost = reasons.find((reason) => reason.kind === 'history-lost');
    // There is one checkbox: confirming that somebody checked (asked until ticked) takes precedence over "do not ask for 10 minutes".
    const mayGrant = lost === undefined && count === 1 && reasons.some(({ kind }) => kind === 'production');
    const question = sendQuestion([first, ...checked.slice(1)], count, reasons, mayGrant);
    onAsk(true);
    const answer = await this.ask(question, profile.id, signal).finally(() => onAsk(false));
    if (!answer.confirmed) return 'declined';
    for (const { send, forward, newHosts } of checked) {
      // While this question was open, another answer may have bound one of the secrets to a different host.
      if (newHosts.length > 0) await this.newHosts(send, forward);
      for (const { value, header, host } of newHosts) {
        await this.services.secretHosts.allowFor(value, header, host);
      }
    }
    if (answer.checked && mayGrant) this.grant(profile.id, run);
    if (answer.checked && lost) await onLooked(lost.lostAt);
    return 'allowed';
  }

  /** Throws a `ProblemError` for what is refused whatever the person says. */
  private async look(send: GuardedSend, asksProduction: boolean, several: boolean): Promise<CheckedSend> {
    const { profile } = send;
    if (profile.readOnly && send.method !== 'GET') throw blockedByReadOnly(profile.name);
    const cards = findRequestCards(send);
    if (profile.environment === 'production') {
      const certain = cards.filter(({ network }) => network !== null);
      if (certain.length > 0) throw blockedByCards(certain);
    }
    const forward = forwardFacts(send.headers);
    const newHosts = await this.newHosts(send, forward);
    const request = several ? nameOf({ send, forward }) : null;
    const reads = readsOf(several ? null : forward);
    const reasons = await this.reasons(send, cards, newHosts, asksProduction, request, reads);
    return { send, forward, newHosts, reasons };
  }

  /** The profiles for which "do not ask for 10 minutes" holds right now. */
  describeGrants(): readonly SendGrant[] {
    return [...this.grants]
      .filter(([profileId]) => this.isGranted(profileId, null))
      .map(([profileId, { until }]) => ({ profileId, until: new Date(until).toISOString() }));
  }

  endGrant(profileId: string): readonly SendGrant[] {
    if (this.grants.delete(profileId)) this.services.announceGrants(this.describeGrants());
    return this.describeGrants();
  }

  /** The profile was edited or deleted: its grants and open questions, which were about its earlier state, end. */
  forgetProfile(profileId: string): void {
    for (const [asking, about] of this.asking) if (about === profileId) asking.abort();
    this.endGrant(profileId);
  }

  private async ask(question: Question, profileId: string, signal: AbortSignal): ReturnType<AskPerson> {
    const asking = new AbortController();
    const cancel = (): void => asking.abort();
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
    this.asking.set(asking, profileId);
    try {
      const answer = await this.services.ask(question, asking.signal);
      // The question may have been aborted at the moment it was answered.
      return asking.signal.aborted ? declined : answer;
    } finally {
      this.asking.delete(asking);
      signal.removeEventListener('abort', cancel);
    }
  }

  private async reasons(
    { profile, method, composedUnder, ...send }: GuardedSend,
    cards: readonly RequestCard[],
    newHosts: readonly NewHost[],
    asksProduction: boolean,
    request: string | null,
    reads: { readonly reads?: ReadsAtDestination },
  ): Promise<SendReason[]> {
    const production = profile.environment === 'production';
    const reasons: SendReason[] = [];
    if (production && method !== 'GET' && asksProduction) reasons.push({ kind: 'production' });
    if (composedUnder !== null && composedUnder !== profile.id)
      reasons.push({ kind: 'other-profile', name: await this.services.profileName(composedUnder) });
    const unsettled = await send.unsettled;
    if (unsettled === NOT_CHECKED) reasons.push({ kind: 'not-checked', ...reads });
    else if (unsettled !== null) {
      const { same, ofDraft, lostAt, isUnkept, isUnderWay } = unsettled;
      if (same.length > 0) reasons.push({ kind: 'unknown-outcome', request, sends: same, ...reads });
      if (ofDraft.length > 0) reasons.push({ kind: 'draft-unknown', request, sends: ofDraft });
      if (isUnderWay === true) reasons.push({ kind: 'under-way', ...reads });
      else if (lostAt !== undefined)
        reasons.push({
          kind: 'history-lost',
          lostAt,
          ...(isUnkept === true ? { isUnkept } : {}),
          ...(isUnderWay === null ? { mayBeUnderWay: true } : {}),
          ...reads,
        });
    }
    const unknown = cards.filter(({ network }) => network === null);
    if (production && unknown.length > 0) reasons.push({ kind: 'unknown-numbers', cards: unknown });
    const newOnes = newHosts.map(({ header, host, service }): SendReason => {
      return { kind: 'secret-host', headers: [header], host, service };
    });
    return [...reasons, ...newOnes];
  }

  /**
   * Hosts that would get a secret for the first time: the destination, and the service itself, which sees all of
   * them. A secret that already has hosts may not go to another destination (throws a `ProblemError`); loopback may
   * get any secret.
   */
  private async newHosts(send: GuardedSend, forward: ForwardFacts | null): Promise<NewHost[]> {
    const secrets = secretsIn(send);
    if (secrets.length === 0) return [];
    const service = new URL(send.url);
    const found: NewHost[] = [];
    for (const { header, value, forwarded } of secrets) {
      const hosts = await this.services.secretHosts.hostsOf(value);
      const destination = forwarded ? (forward?.destination ?? null) : null;
      if (destination !== null && !isLoopbackHost(destination.hostname)) {
        const { host } = destination;
        if (hosts === null) found.push({ value, header, host, service: false });
        else if (!hosts.includes(host)) throw blockedByHost(header, host, hosts);
      }
      if (!isLoopbackHost(service.hostname) && hosts?.includes(service.host) !== true)
        found.push({ value, header, host: service.host, service: true });
    }
    return found;
  }

  private grant(profileId: string, run: string | null): void {
    const grant = { from: this.now(), until: this.now() + GRANT_MS, run };
    this.grants.set(profileId, grant);
    this.services.announceGrants(this.describeGrants());
    // A timer as well, because setting the clock back would prolong the grant; the timer alone would stand still
    // while the computer sleeps.
    const end = setTimeout(() => {
      if (this.grants.get(profileId) === grant) this.endGrant(profileId);
    }, GRANT_MS);
    end.unref();
  }

  /**
   * Setting the clock back does not prolong a grant. A send of a run is covered only by a grant given in that run.
   */
  private isGranted(profileId: string, run: string | null): boolean {
    const grant = this.grants.get(profileId);
    const now = this.now();
    if (grant === undefined || now < grant.from || now >= grant.until) return false;
    return run === null || grant.run === run;
  }
}

function readsOf(forward: ForwardFacts | null): { readonly reads?: ReadsAtDestination } {
  if (forward === null || !isSafe(forward.method)) return {};
  return { reads: { method: forward.method, carriesCards: forward.paymentMethods.length > 0 } };
}
