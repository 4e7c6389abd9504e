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
  /** The name of a profile, for the question; null when it is gone. */
  readonly profileName: (profileId: string) => Promise<string | null>;
  readonly announceGrants: (grants: readonly SendGrant[]) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

/** Who is told of a question. */
export interface Asking {
  /** May throw a `ProblemError`: nobody is asked about what could not be sent anyway. */
  readonly before: (profile: Profile) => Promise<void>;
  /** The person is asked now, or the answer is here. */
  readonly onAsk: (asking: boolean) => void;
  /** The person says that they have looked for what was out when the sends of before were lost. */
  readonly onLooked: (lostAt: string) => Promise<void>;
}

/** "Do not ask for 10 minutes". */
interface Grant {
  readonly from: number;
  readonly until: number;
  /** The run that it was given in; null for a send by itself. */
  readonly run: string | null;
}

/** `declined`: nothing may be sent, and the person knows why: it was their word, or they cancelled. */
export type SendVerdict = 'allowed' | 'declined';

/** A secret on its way to a host that has not had it yet. */
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
 * Stands before every send, in main, and decides on the request as it would go out. What is refused throws a
 * `ProblemError`: a read-only profile, card numbers on production, a secret on its way to a host that is not its own.
 * What needs the person's word is asked by main, where the page cannot answer. The caller sends the very request that
 * was checked: a "yes" is for that one, and is kept by nobody.
 */
export class SendGuard {
  private readonly now: () => number;
  private readonly grants = new Map<string, Grant>();
  /** Questions that wait for their answer, by the profile they are about. */
  private readonly asking = new Map<AbortController, string>();

  constructor(private readonly services: GuardServices) {
    this.now = services.now ?? Date.now;
  }

  /**
   * For one send, or for several that one answer stands for.
   * @param signal of the call: once it is cancelled, the answer is "no".
   * @param run which they are a part of: several requests that one click sends.
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
    // Cancelled already: nobody is asked.
    if (signal.aborted) return 'declined';
    const { profile } = first.send;
    await before(profile);
    const lost = reasons.find((reason) => reason.kind === 'history-lost');
    // One checkbox: what is asked until it is ticked comes before what is asked each time.
    const mayGrant = lost === undefined && count === 1 && reasons.some(({ kind }) => kind === 'production');
    const question = sendQuestion([first, ...checked.slice(1)], count, reasons, mayGrant);
    onAsk(true);
    const answer = await this.ask(question, profile.id, signal).finally(() => onAsk(false));
    if (!answer.confirmed) return 'declined';
    for (const { send, forward, newHosts } of checked) {
      // Meanwhile another answer may have given one of the secrets to another host, which makes it that host's alone.
      if (newHosts.length > 0) await this.newHosts(send, forward);
      for (const { value, header, host } of newHosts) {
        await this.services.secretHosts.allowFor(value, header, host);
      }
    }
    if (answer.checked && mayGrant) this.grant(profile.id, run);
    if (answer.checked && lost) await onLooked(lost.lostAt);
    return 'allowed';
  }

  /** Throws a `ProblemError` for what is refused whatever anybody says. */
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

  /** What "do not ask for 10 minutes" holds for now. */
  describeGrants(): readonly SendGrant[] {
    return [...this.grants]
      .filter(([profileId]) => this.isGranted(profileId, null))
      .map(([profileId, { until }]) => ({ profileId, until: new Date(until).toISOString() }));
  }

  endGrant(profileId: string): readonly SendGrant[] {
    if (this.grants.delete(profileId)) this.services.announceGrants(this.describeGrants());
    return this.describeGrants();
  }

  /** The profile was edited or deleted: what was agreed to under it, or is being asked, was about another one. */
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
      // Whoever asks may have been too late to see it.
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
      if (lostAt !== undefined && isUnderWay === true) reasons.push({ kind: 'under-way', ...reads });
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
   * Where secrets would go for the first time: the destination, and the service itself, which sees all of them. One that
   * has its destinations must not go on to any other; this computer may have any. Throws a `ProblemError`.
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
    // A clock that is set back within them would make more of them; in sleep, this one stands still.
    const end = setTimeout(() => {
      if (this.grants.get(profileId) === grant) this.endGrant(profileId);
    }, GRANT_MS);
    end.unref();
  }

  /** A clock that was set back does not prolong it. Of a run, only where it was given in that very run. */
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
