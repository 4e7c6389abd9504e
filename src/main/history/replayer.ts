import { randomUUID } from 'node:crypto';
import type { ReplayPlan, ReplaySummary } from '@shared/history/history';
import type { ReplayArgument } from '@shared/bridge/history';
import type { SendResult } from '@shared/bridge/sending';
import type { Exchange } from '@shared/http/exchange';
import { ProblemError, type Problem } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { isSafe } from '@shared/http/http-fields';
import { targetOf, type RequestSpec } from '@shared/requests/request-spec';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { problemOf } from '../bridge/problem-of';
import { cancelReason } from '../calls/running-calls';
import { waitFor } from '../calls/wait';
import type { Order } from '../sending/order';
import type { Plan } from '../sending/plan';
import type { SendCall, Sender } from '../sending/sender';
import { ONCE } from '../sending/retries';
import type { HistoryStore } from './history-store';
import type { KeptExchange } from './record';
import { withIdempotencyKeyOf, withNewIdempotencyKey } from './replay-effects';
import { composedOf, planReplay, requestOf, withCodes, withEntered, type ReadSecret } from './replay-plan';

export interface ReplayServices {
  readonly sender: Pick<Sender, 'plan' | 'agree' | 'send' | 'submit' | 'oncePerClick' | 'familyOf'>;
  readonly store: Pick<HistoryStore, 'find' | 'read'>;
  readonly activeProfile: () => Promise<Profile>;
  readonly readSecret: ReadSecret;
  /** Remembers a secret that the person entered, so that the next replay need not ask. */
  readonly rememberSecret: (secretId: string, value: string) => void;
  readonly tellProgress: (callId: string, note: string | null) => void;
  readonly report: (where: string, error: unknown) => void;
}

type ReplayOrder = Omit<ReplayArgument, 'callId'>;

export type ManyReplays =
  | { readonly kind: 'done'; readonly summary: ReplaySummary }
  | Extract<SendResult, { kind: 'declined' }>;

interface Prepared {
  readonly profile: Profile;
  readonly kept: KeptExchange;
  /** Makes the order for one replay, with its own id and, if requested, its own idempotency key. */
  readonly order: () => Order;
}

/** Sends kept requests again: the same bytes with a fresh token, after the guards, once each and without retries. */
export class Replayer {
  constructor(private readonly services: ReplayServices) {}

  async plan(id: string, profileId: string): Promise<ReplayPlan> {
    const profile = await this.profile(profileId);
    return planReplay(await this.kept(id), profile, this.services.readSecret);
  }

  async replay(order: ReplayOrder, call: SendCall): Promise<SendResult> {
    const prepared = await this.prepare(order);
    return this.services.sender.submit(prepared.order(), { ...call, policy: ONCE });
  }

  /** Sends replays one after another, at most `perSecond`. Only where no real card can be charged. */
  async replayMany(
    order: ReplayOrder,
    { times, perSecond }: { readonly times: number; readonly perSecond: number },
    call: SendCall,
  ): Promise<ManyReplays> {
    const { sender } = this.services;
    const prepared = await this.prepare(order);
    const { profile, kept } = prepared;
    if (profile.environment === 'production') throw new ProblemError(notInProduction(profile.name));
    if (profile.id !== kept.record.profile.id) throw new ProblemError(otherProfile(kept.record.profile.name));
    const first = await sender.plan(prepared.order());
    const plans: Plan[] = [first];
    while (plans.length < times) {
      // All share the same bytes, unless new keys or values make them differ.
      const own =
        order.idempotencyKey === 'new' || order.values === 'new'
          ? await sender.plan(prepared.order())
          : first;
      plans.push(Object.freeze({ ...own, id: randomUUID() }));
    }
    const run = async (): Promise<ManyReplays> => {
      if ((await sender.agree(plans, call)) === 'declined') return { kind: 'declined' };
      return { kind: 'done', summary: await this.sendAll(plans, perSecond, times, call) };
    };
    return sender.oncePerClick(plans, run, (result) => result.kind === 'declined');
  }

  private async sendAll(
    plans: readonly Plan[],
    perSecond: number,
    asked: number,
    call: SendCall,
  ): Promise<ReplaySummary> {
    const exchanges: Exchange[] = [];
    let stopped: Problem | null = null;
    for (const plan of plans) {
      if (call.signal.aborted) {
        stopped = leftBecause(cancelReason(call.signal));
        break;
      }
      // Not the time of day, which may be set back during the replays.
      const started = performance.now();
      try {
        exchanges.push(await this.services.sender.send(plan, { ...call, policy: ONCE, isRepeated: true }));
      } catch (error) {
        // Whatever the error is, the earlier ones went out and have to be reported.
        stopped = problemOf('replayManyTimes', error, this.services.report);
        break;
      }
      this.services.tellProgress(call.callId, `${exchanges.length} of ${plans.length} sent`);
      if (exchanges.length < plans.length)
        await waitFor(started + 1000 / perSecond - performance.now(), call.signal);
    }
    this.services.tellProgress(call.callId, null);
    return this.summary(exchanges, asked, stopped);
  }

  private async prepare(asked: ReplayOrder): Promise<Prepared> {
    const profile = await this.profile(asked.profileId);
    const kept = await this.kept(asked.id);
    const plan = await planReplay(kept, profile, this.services.readSecret);
    if (plan.refused !== null) throw new ProblemError(plan.refused);
    if (plan.mark !== asked.mark) throw new ProblemError(CHANGED);
    const entered = new Map(
      Object.entries(asked.secrets).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const missing = plan.missingSecrets.filter((name) => !entered.has(name.toLowerCase()));
    if (missing.length > 0) throw new ProblemError(secretsMissing(missing));
    if (plan.idempotency !== null && asked.idempotencyKey === null) throw new ProblemError(KEY_UNDECIDED);
    if (plan.missingCodes.length !== asked.securityCodes.length) {
      throw new ProblemError(codesMissing(plan.missingCodes));
    }
    for (const { name, value } of kept.record.asked.headers) {
      const id = secretIdOf(value);
      const known = entered.get(name.toLowerCase());
      if (id !== null && known !== undefined) this.services.rememberSecret(id, known);
    }
    const isNew = asked.values === 'new';
    const sent = requestOf(kept);
    const base = isNew ? withIdempotencyKeyOf(composedOf(kept), sent) : sent;
    const request = withCodes(withEntered(base, entered), asked.securityCodes);
    if (request === null) throw new ProblemError(codesMissing(plan.missingCodes));
    const next = (): RequestSpec =>
      asked.idempotencyKey === 'new'
        ? withNewIdempotencyKey(request, isNew ? composedOf(kept) : null)
        : request;
    const family = isSafe(targetOf(request).method) ? null : await this.services.sender.familyOf(asked.id);
    const order = (): Order => ({
      id: randomUUID(),
      request: next(),
      profile,
      composedUnder: kept.record.profile.id,
      replayOf: asked.id,
      ...(family === null ? {} : { draftId: family }),
      ...(asked.idempotencyKey === 'new' ? { click: `${asked.mark} new ${asked.values}` } : {}),
      ...(isNew ? { variables: new Map() } : { variables: null, composed: kept.record.composed ?? null }),
    });
    return { profile, kept, order };
  }

  private async profile(profileId: string): Promise<Profile> {
    const profile = await this.services.activeProfile();
    if (profile.id !== profileId) throw new ProblemError(CHANGED);
    return profile;
  }

  private async kept(id: string): Promise<KeptExchange> {
    const entry = await this.services.store.find(id);
    const kept = entry && (await this.services.store.read(entry.place));
    if (!kept) throw new ProblemError(GONE);
    return kept;
  }

  private async summary(
    exchanges: readonly Exchange[],
    asked: number,
    stopped: Problem | null,
  ): Promise<ReplaySummary> {
    const times = exchanges.map(({ timings }) => timings.totalMs).sort((one, other) => one - other);
    const { store, report } = this.services;
    // They went out, even if the history cannot show them right now.
    const found = exchanges.map(({ id }) =>
      store.find(id).catch((error: unknown) => {
        report('history', error);
        return null;
      }),
    );
    const entries = await Promise.all(found);
    return {
      asked,
      sent: exchanges.length,
      entries: entries.flatMap((entry) => (entry === null ? [] : [entry])),
      fastestMs: times[0] ?? null,
      medianMs: times[Math.floor((times.length - 1) / 2)] ?? null,
      slowestMs: times[times.length - 1] ?? null,
      stopped,
    };
  }
}

const CHANGED: Problem = {
  code: 'replay-changed',
  title: 'The profile has changed in the meantime',
  meaning: 'The replay would not be what you were shown. Nothing was sent.',
  nextStep: 'Look at the differences and replay again.',
  detail: null,
};

const KEY_UNDECIDED: Problem = {
  code: 'replay-key-undecided',
  title: 'The request has an idempotency key',
  meaning: 'You did not choose between the same key and a new one. Nothing was sent.',
  nextStep: 'Choose one of the two and replay again.',
  detail: null,
};

const GONE: Problem = {
  code: 'history-entry-gone',
  title: 'This exchange is no longer in the history',
  meaning: 'It was deleted, or was older than the history keeps. Nothing was sent.',
  nextStep: 'Choose another one.',
  detail: null,
};

/** Null if the person cancelled the rest, who knows it. */
function leftBecause(why: string | null): Problem | null {
  if (why === null) return null;
  return {
    code: 'cancelled',
    title: `Cancelled: ${why}`,
    meaning: 'The rest was not sent.',
    nextStep: 'Replay it again if you still need the rest.',
    detail: null,
  };
}

function secretsMissing(names: readonly string[]): Problem {
  return {
    code: 'replay-secrets-missing',
    title: names.length === 1 ? 'A secret header has no value' : 'Some secret headers have no value',
    meaning: `The history does not keep the values of secret headers: ${names.join(', ')}. Nothing was sent.`,
    nextStep: 'Enter them and replay again.',
    detail: null,
  };
}

function codesMissing(names: readonly string[]): Problem {
  return {
    code: 'replay-codes-missing',
    title: names.length === 1 ? 'A security code is missing' : 'The security codes do not fit',
    meaning: `The request has ${names.length === 0 ? 'no security code' : `security codes in: ${names.join(', ')}`}. They are never kept, as the rules of the card networks demand (PCI DSS 3.3.1). Nothing was sent.`,
    nextStep: 'Enter three or four digits for each of them and replay again.',
    detail: null,
  };
}

function notInProduction(profile: string): Problem {
  return {
    code: 'replay-many-in-production',
    title: 'A request is replayed many times on a sandbox only',
    meaning: `"${profile}" is a production profile. Nothing was sent.`,
    nextStep: 'Choose a sandbox profile, or replay it once.',
    detail: null,
  };
}

function otherProfile(recordedUnder: string): Problem {
  return {
    code: 'replay-many-other-profile',
    title: 'This request belongs to another profile',
    meaning: `It was recorded under "${recordedUnder}". Many replays go to that profile only. Nothing was sent.`,
    nextStep: 'Switch to that profile, or replay it once.',
    detail: null,
  };
}
