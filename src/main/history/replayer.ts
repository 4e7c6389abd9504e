import type { ReplayPlan, ReplaySummary } from '../../shared/history';
import { MOST_REPLAYS } from '../../shared/history';
import type { ForwardResult } from '../../shared/bridge/vault-forward';
import type { Exchange } from '../../shared/exchange';
import { ProblemError, type Problem } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import type { ApiCall, ApiClient } from '../api/api-client';
import { buildRequest, type ApiRequest } from '../api/api-request';
import { waitFor } from '../calls/wait';
import type { SendGuard, SendVerdict } from '../guards/send-guard';
import type { HistoryStore } from './history-store';
import type { KeptExchange } from './record';
import { planReplay, requestOf, type ReadSecret } from './replay-plan';

export interface ReplayServices {
  readonly api: Pick<ApiClient, 'call'>;
  readonly guard: Pick<SendGuard, 'check'>;
  readonly store: Pick<HistoryStore, 'find' | 'read'>;
  readonly activeProfile: () => Promise<Profile>;
  readonly readSecret: ReadSecret;
  /** Told of a secret that the person entered: its next replay need not ask. */
  readonly rememberSecret: (secretId: string, value: string) => void;
  readonly tellProgress: (callId: string, note: string | null) => void;
}

export interface ReplayOrder {
  readonly id: string;
  /** The profile under which it is sent; has to be the active one. */
  readonly profileId: string;
  /** Of the plan that the person has seen. */
  readonly mark: string;
  /** Values of secret headers by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

export type ManyReplays =
  { readonly kind: 'done'; readonly summary: ReplaySummary } | Extract<ForwardResult, { kind: 'declined' }>;

/** Sends kept requests again: the same bytes, with a fresh token, after the guards; once each, never tried again. */
export class Replayer {
  constructor(private readonly services: ReplayServices) {}

  async plan(id: string, profileId: string): Promise<ReplayPlan> {
    const profile = await this.profile(profileId);
    return planReplay(await this.kept(id), profile, this.services.readSecret);
  }

  async replay(order: ReplayOrder, call: ApiCall): Promise<ForwardResult> {
    const { profile, kept, request } = await this.prepare(order);
    const verdict = await this.check(profile, kept, request, null, call);
    if (verdict === 'declined') return { kind: 'declined' };
    return { kind: 'sent', exchange: await this.send(profile, request, order.id, call) };
  }

  /** One after the other, `perSecond` at most. Only where nobody's card can be charged. */
  async replayMany(
    order: ReplayOrder,
    { times, perSecond }: { readonly times: number; readonly perSecond: number },
    call: ApiCall,
  ): Promise<ManyReplays> {
    const { profile, kept, request } = await this.prepare(order);
    if (profile.environment === 'production') throw new ProblemError(notInProduction(profile.name));
    if (profile.id !== kept.record.profile.id) throw new ProblemError(otherProfile(kept.record.profile.name));
    const wanted = Math.min(times, MOST_REPLAYS);
    const verdict = await this.check(profile, kept, request, wanted, call);
    if (verdict === 'declined') return { kind: 'declined' };
    const exchanges: Exchange[] = [];
    let stopped: Problem | null = null;
    while (exchanges.length < wanted && stopped === null && !call.signal.aborted) {
      const started = Date.now();
      try {
        exchanges.push(await this.send(profile, request, order.id, call));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        stopped = error.problem;
        break;
      }
      this.services.tellProgress(call.callId, `${exchanges.length} of ${wanted} sent`);
      if (exchanges.length < wanted) await waitFor(started + 1000 / perSecond - Date.now(), call.signal);
    }
    this.services.tellProgress(call.callId, null);
    return { kind: 'done', summary: await this.summary(exchanges, times, stopped) };
  }

  private async prepare(
    order: ReplayOrder,
  ): Promise<{ profile: Profile; kept: KeptExchange; request: ApiRequest }> {
    const profile = await this.profile(order.profileId);
    const kept = await this.kept(order.id);
    const { readSecret } = this.services;
    const plan = await planReplay(kept, profile, readSecret);
    if (plan.refused !== null) throw new ProblemError(plan.refused);
    if (plan.mark !== order.mark) throw new ProblemError(CHANGED);
    const entered = new Map(
      Object.entries(order.secrets).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const request = await requestOf(kept, readSecret, entered);
    if (request === null) throw new ProblemError(secretsMissing(plan.missingSecrets));
    for (const { name, secretId } of kept.record.call.headers) {
      const value = entered.get(name.toLowerCase());
      if (secretId !== null && value !== undefined) this.services.rememberSecret(secretId, value);
    }
    return { profile, kept, request };
  }

  private async check(
    profile: Profile,
    { record }: KeptExchange,
    request: ApiRequest,
    times: number | null,
    { signal }: ApiCall,
  ): Promise<SendVerdict> {
    const { method, url, headers, body } = buildRequest(profile, '', request);
    return this.services.guard.check(
      {
        profile,
        method,
        url,
        headers: headers.filter(([name]) => name !== 'authorization'),
        body: body === null ? '' : Buffer.from(body).toString('utf8'),
        composedUnder: record.profile.id,
        markedSecret: request.secretHeaders ?? [],
        many: times === null ? null : { count: times, hosts: [new URL(url).host] },
      },
      signal,
    );
  }

  private send(profile: Profile, request: ApiRequest, replayOf: string, call: ApiCall): Promise<Exchange> {
    return this.services.api.call(profile, request, { ...call, once: true, replayOf });
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
    const entries = await Promise.all(exchanges.map(({ id }) => this.services.store.find(id)));
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
  title: 'The profile has changed meanwhile',
  meaning: 'The replay would not be what you were shown. Nothing was sent.',
  nextStep: 'Look at the differences and replay again.',
  detail: null,
};

const GONE: Problem = {
  code: 'history-entry-gone',
  title: 'This exchange is no longer in the history',
  meaning: 'It was deleted, or it was older than what is kept. Nothing was sent.',
  nextStep: 'Choose another one.',
  detail: null,
};

function secretsMissing(names: readonly string[]): Problem {
  return {
    code: 'replay-secrets-missing',
    title: names.length === 1 ? 'A secret header has no value' : 'Some secret headers have no value',
    meaning: `The history does not keep the values of secret headers: ${names.join(', ')}. Nothing was sent.`,
    nextStep: 'Enter them and replay again.',
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
