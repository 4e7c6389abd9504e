import type { TokenClaims } from '../../shared/credential';
import { isSafe } from '../../shared/http-fields';
import { readTokenClaims } from '../../shared/jwt';
import type { Body, Exchange, LoadCounts, Outcome } from '../../shared/exchange';
import { ProblemError, type Problem } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import type { BodyStore } from '../bodies';
import type { GuardedSend } from '../guards/send-facts';
import type { SendGuard } from '../guards/send-guard';
import { operationModule } from '../operations';
import { maskerFor, type Masker, type Secrets } from '../secrets';
import type { Transport, TransportResult } from '../transport';
import { checkResponseBody } from './check-response-body';
import { aboutOf, toReceivedResponse, unansweredExchange, withoutBody } from './exchange';
import { Gate } from './gate';
import type { ExchangeJournal, SentAs } from './journal';
import { headersWith, makePlan, type Order, type Plan } from './plan';
import { Repeats } from './repeats';
import { ONCE, READ, withRetries, type Retried, type RetryPolicy } from './retries';
import { cancelledBefore, notKept, profileChanged } from './sending-problems';
import type { UnsettledSends } from './unsettled-sends';

export interface SenderServices {
  readonly transport: Pick<Transport, 'send'>;
  readonly bodies: BodyStore;
  readonly secrets: Pick<Secrets, 'of' | 'references'>;
  readonly guard: Pick<SendGuard, 'check'>;
  readonly journal: ExchangeJournal;
  readonly unsettled: UnsettledSends;
  /** The token of this very profile; throws a `ProblemError` when there is none, or when it belongs to another way. */
  readonly bearerFor: (profile: Profile) => Promise<string>;
  /** A profile as it is now. Throws a `ProblemError` when it is gone. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
  /** Told of every answer, for the comparison of the clocks. */
  readonly noteAnswer: (profileId: string, result: TransportResult) => void;
  /** Tells the renderer that a call waits, and why; null when it is under way again. */
  readonly tellProgress: (callId: string, note: string | null) => void;
  /** Told of what failed beside the answer. */
  readonly report: (where: string, error: unknown) => void;
  /** ms since 1970. */
  readonly now?: () => number;
}

export interface SendCall {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** For what reads; anything else is sent once, whatever is said here. */
  readonly policy?: RetryPolicy;
  /** Shared by requests that wait together; a gate of its own unless given. */
  readonly gate?: Gate;
  /** Whether the journal keeps the exchange; it keeps every one unless given. For reading in bulk only. */
  readonly isWorthKeeping?: (exchange: Exchange) => boolean;
}

/** A token that was entered for a test and is kept nowhere; the profile may be one that nobody has saved. */
export interface EnteredCredential {
  readonly token: string;
}

export interface Probed {
  readonly exchange: Exchange;
  /** Null when the token is no JWT. */
  readonly claims: TokenClaims | null;
}

export type Sent =
  | { readonly kind: 'sent'; readonly exchange: Exchange }
  /** The person was asked, and said no: nothing was sent. */
  | { readonly kind: 'declined' };

/** Of what nobody asks about: a request that is made here and now, and only reads. */
export function exchangeOf(sent: Sent): Exchange {
  if (sent.kind === 'sent') return sent.exchange;
  throw cancelledBefore();
}

/**
 * The one way out: every request that carries a credential goes plan, guard, journal, transport, check. Rejects with a
 * `ProblemError` only while nothing was sent; whatever fails after the bytes went out is told beside the answer.
 */
export class Sender {
  /** Each is sent once. */
  private readonly agreed = new WeakSet<Plan>();
  private readonly running = new Map<string, Promise<unknown>>();
  /** What was asked with the exchanges that were handed out. */
  private readonly sentAs = new WeakMap<Exchange, SentAs>();
  private readonly repeats: Repeats;

  constructor(private readonly services: SenderServices) {
    this.repeats = new Repeats(services.now);
  }

  /** Plans, asks where it has to be asked, and sends. */
  async submit(order: Order, call: SendCall): Promise<Sent> {
    const plan = await this.plan(order);
    const send = async (): Promise<Sent> => {
      if ((await this.agree([plan], call.signal)) === 'declined') return { kind: 'declined' };
      return { kind: 'sent', exchange: await this.send(plan, call) };
    };
    if (isSafe(plan.wire.method)) return send();
    return this.onceAClick([plan], send, (sent) => sent.kind === 'declined');
  }

  /** Makes an order ready. Throws a `ProblemError` for one that cannot be sent. */
  async plan(order: Order): Promise<Plan> {
    const problem = operationModule(order.request.operation).refuse(order.request);
    if (problem !== null) throw new ProblemError(problem);
    return makePlan(order, this.services.secrets.references);
  }

  /** The guard, for one plan or for many that are sent together; the person is asked once for all of them. */
  async agree(plans: readonly Plan[], signal: AbortSignal): Promise<'allowed' | 'declined'> {
    const different = [...new Map(plans.map((plan) => [plan.mark, plan])).values()];
    const sends = await Promise.all(different.map((plan) => this.toGuardedSend(plan)));
    const verdict = await this.services.guard.check(sends, plans.length, signal);
    if (verdict === 'allowed') for (const plan of plans) this.agreed.add(plan);
    return verdict;
  }

  /** Of a double click only the first one counts: for plans that may have an effect, alone or together. */
  async onceAClick<T>(
    plans: readonly Plan[],
    send: () => Promise<T>,
    nothingSent: (result: T) => boolean,
  ): Promise<T> {
    // Who asks for a replay right after a send means another one.
    const mark = plans.map((plan) => `${plan.mark} ${plan.replayOf ?? ''}`).join(' ');
    let sent = true;
    try {
      return await this.repeats.once(mark, async () => {
        try {
          const result = await send();
          sent = !nothingSent(result);
          return result;
        } catch (error) {
          sent = false;
          throw error;
        }
      });
    } finally {
      if (!sent) this.repeats.forget(mark);
    }
  }

  /** Sends a plan that was agreed to. The exchange is in the journal when it is handed out. */
  send(plan: Plan, call: SendCall): Promise<Exchange> {
    if (!this.agreed.delete(plan)) throw new Error('a plan was to be sent that nobody agreed to');
    // Before every try: a wait, or a pause, may have been long.
    const bearer = async (): Promise<string> => {
      await this.assertUnchanged(plan.profile);
      return this.services.bearerFor(plan.profile);
    };
    return this.track(plan, () => this.carryOut(plan, call, bearer));
  }

  /** A reading request for a test of a profile that may not be saved, sent once; with the claims of its token. */
  async probe(order: Order, credential: EnteredCredential | null, call: SendCall): Promise<Probed> {
    const plan = await this.plan(order);
    if (!isSafe(plan.wire.method)) throw new Error('a test only reads');
    let claims: TokenClaims | null = null;
    const bearer = async (): Promise<string> => {
      const token = credential === null ? await this.services.bearerFor(plan.profile) : credential.token;
      claims = readTokenClaims(token);
      return token;
    };
    const exchange = await this.track(plan, () =>
      this.carryOut(plan, { ...call, policy: ONCE }, bearer, 'connection-test'),
    );
    return { exchange, claims };
  }

  /** Notes pages of a load as one exchange: the last page, without its body, under the load's id. */
  async noteLoad(
    lastPage: Exchange,
    { id, load }: { readonly id: string; readonly load: LoadCounts },
  ): Promise<void> {
    const sentAs = this.sentAs.get(lastPage);
    if (sentAs === undefined) return;
    const { response, request } = lastPage;
    const none = { kind: 'none' } as const;
    const exchange = {
      ...lastPage,
      id,
      load,
      // Of one page among many: its findings would say of the load what was checked of that page alone.
      findings: [],
      moreFindings: 0,
      request: { ...request, body: none },
      response: response && { ...response, body: none },
    };
    await this.services.journal.note(exchange, sentAs);
  }

  /** True while an exchange is on its way. */
  isUnderWay(exchangeId: string): boolean {
    return this.running.has(exchangeId);
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.running.values()]);
  }

  private track(plan: Plan, act: () => Promise<Exchange>): Promise<Exchange> {
    const sending = act().finally(() => this.running.delete(plan.id));
    this.running.set(plan.id, sending);
    return sending;
  }

  private async carryOut(
    plan: Plan,
    call: SendCall,
    bearer: () => Promise<string>,
    purpose?: Exchange['purpose'],
  ): Promise<Exchange> {
    const reads = isSafe(plan.wire.method);
    const notes: Problem[] = [];
    // Kept before the bytes go out: what fails here must not come between an answer and the person.
    const requestBody = await this.keepRequestBody(plan);
    let secrets: readonly string[] = [];
    let masker: Masker = maskerFor([]);
    const attempt = async (): Promise<TransportResult> => {
      const token = await bearer();
      if (call.signal.aborted) throw cancelledBefore();
      const { wire, secretHeaders } = plan;
      secrets = [...new Set([...secrets, ...this.services.secrets.of(token, wire.headers, secretHeaders)])];
      masker = maskerFor(secrets);
      if (!reads) await this.noteBefore(plan, masker, secrets);
      return this.transmit(plan, token, call.signal);
    };
    const tried = await withRetries(
      attempt,
      reads ? (call.policy ?? READ) : ONCE,
      call.gate ?? this.ownGate(call.callId),
      call.signal,
      (result) => this.discard(result),
    );
    const answered = await this.toExchange(plan, tried, requestBody, masker, notes);
    const exchange: Exchange = purpose === undefined ? answered : { ...answered, purpose };
    if (!reads) await this.afterwards(notes, () => this.settle(plan, exchange), undefined);
    const sentAs = { request: plan.request, secrets, replayOf: plan.replayOf };
    this.sentAs.set(exchange, sentAs);
    if (call.isWorthKeeping?.(exchange) ?? true) await this.services.journal.note(exchange, sentAs);
    return exchange;
  }

  /** Noted before it goes out: whatever becomes of the app then, it is known that it may have had its effect. */
  private async noteBefore(plan: Plan, masker: Masker, secrets: readonly string[]): Promise<void> {
    const { journal, unsettled, report } = this.services;
    const exchange = unansweredExchange(plan, masker);
    const { request, replayOf } = plan;
    const noting = unsettled
      .note(plan.mark, { exchangeId: plan.id, startedAt: exchange.startedAt })
      .catch((error: unknown) => report('sending', error));
    await journal.note(exchange, { request, secrets, replayOf });
    void noting;
  }

  private async transmit(plan: Plan, token: string, signal: AbortSignal): Promise<TransportResult> {
    const { method, url, body } = plan.wire;
    const request = { method, url, headers: headersWith(token, plan), body };
    const sending = this.services.transport.send(request, plan.profile);
    const cancel = (): void => sending.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    try {
      const result = await sending.result;
      this.services.noteAnswer(plan.profile.id, result);
      return result;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  private async toExchange(
    plan: Plan,
    { last, retries, cancelledWaiting }: Retried<TransportResult>,
    requestBody: Body,
    masker: Masker,
    notes: Problem[],
  ): Promise<Exchange> {
    if (cancelledWaiting) await this.discard(last);
    const outcome: Outcome = cancelledWaiting ? { kind: 'cancelled', mayHaveArrived: false } : last.outcome;
    const response =
      last.response === null || cancelledWaiting
        ? null
        : await this.afterwards(
            notes,
            () => toReceivedResponse(last, masker, this.services.bodies),
            withoutBody(last.response, masker),
          );
    const stored = [requestBody, response?.body].flatMap((body) =>
      body?.kind === 'stored' ? [body.bodyId] : [],
    );
    this.services.bodies.assign(plan.id, stored);
    const check =
      outcome.kind === 'answered' && response !== null && notes.length === 0
        ? await this.afterwards(
            notes,
            async () => checkResponseBody(plan.request.operation, response.status, response.body),
            UNCHECKED,
          )
        : UNCHECKED;
    const { method, url, headers } = last.sent;
    return {
      ...aboutOf(plan),
      startedAt: last.startedAt,
      request: {
        method,
        url: masker.text(url),
        headers: masker.secretHeaders(headers, plan.secretHeaders),
        body: requestBody,
      },
      response,
      timings: last.timings,
      outcome,
      retries,
      ...check,
      ...(notes.length === 0 ? {} : { notes }),
    };
  }

  /** What is done after the bytes went out: its failure is told beside the answer, and never takes its place. */
  private async afterwards<T>(notes: Problem[], act: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.services.report('sending', error);
      notes.push(notKept(error));
      return otherwise;
    }
  }

  /** An answer, whatever it says, and a request that certainly did not arrive settle a send. */
  private async settle(plan: Plan, { outcome, response }: Exchange): Promise<void> {
    const unknown = response === null && outcome.kind !== 'answered' && outcome.mayHaveArrived;
    if (!unknown) await this.services.unsettled.settle(plan.mark);
  }

  private async keepRequestBody({ wire }: Plan): Promise<Body> {
    if (wire.body === null || wire.body.byteLength === 0) return { kind: 'none' };
    const { bodies } = this.services;
    return bodies.toBody(await bodies.keep(wire.body));
  }

  private async discard({ response }: TransportResult): Promise<void> {
    if (response) await this.services.bodies.release(response.bodyId);
  }

  private ownGate(callId: string): Gate {
    const { tellProgress, now } = this.services;
    return new Gate({
      ...(now ? { now } : {}),
      onWait: (wait) =>
        tellProgress(
          callId,
          wait && `${wait.reason}: trying again in ${Math.ceil(wait.waitMs / 1000)} s (try ${wait.nextTry})`,
        ),
    });
  }

  /** A plan that is no longer true is refused, not adapted. */
  private async assertUnchanged(planned: Profile): Promise<void> {
    const now = await this.services.findProfile(planned.id);
    if (JSON.stringify({ ...now, name: '' }) !== JSON.stringify({ ...planned, name: '' })) {
      throw profileChanged(planned.name);
    }
  }

  private async toGuardedSend(plan: Plan): Promise<GuardedSend> {
    const { profile, wire, composedUnder, secretHeaders } = plan;
    const reads = isSafe(wire.method);
    return {
      profile,
      method: wire.method,
      url: wire.url,
      headers: headersWith('', plan).filter(([name]) => name !== 'authorization'),
      body: wire.body === null ? '' : Buffer.from(wire.body).toString('utf8'),
      composedUnder,
      markedSecret: secretHeaders,
      unsettledSince: reads ? null : ((await this.services.unsettled.find(plan.mark))?.startedAt ?? null),
    };
  }
}

const UNCHECKED = { findings: [], moreFindings: 0 };
