import type { TokenClaims } from '@shared/profiles/credential';
import type { Exchange, LoadCounts } from '@shared/http/exchange';
import { isSafe } from '@shared/http/http-fields';
import { readTokenClaims } from '@shared/profiles/jwt';
import type { OpenSends } from '@shared/bridge/sending';
import { ProblemError } from '@shared/problem';
import { isUnsettled } from '@shared/http/unsettled';
import type { Profile } from '@shared/profiles/profile';
import { targetOf } from '@shared/requests/request-spec';
import type { GuardedSend, UnderWay } from '../guards/send-facts';
import { operationModule } from '../operations/registry';
import type { Secrets } from '../secrets/secrets';
import { Agreements, type AgreementServices } from './agreements';
import { notChecked } from './check-response-body';
import type { SentAs } from './journal';
import type { Order } from './order';
import { sendsOf, toGuardedSend } from './guarded-send';
import { makePlan, type Plan } from './plan';
import { fillOrder } from './fill-order';
import { refuseMasked } from './refuse-masked';
import { DuplicateGuard } from './duplicate-guard';
import { EarlierSends } from './earlier-sends';
import { ONCE } from './retries';
import { cancelledBefore, profileChanged } from './sending-problems';
import { Transmitter, type SendCall, type TransmitterServices } from './transmitter';

export type { SendCall } from './transmitter';

export interface SenderServices extends TransmitterServices, AgreementServices {
  readonly secrets: Pick<Secrets, 'of' | 'references'>;
  /** The address that `{sandbox}` stands for in this run; null while the Local sandbox is not running. */
  readonly sandboxDestination: () => Promise<string | null>;
  /** The profile in its current state. Throws a `ProblemError` if it is gone. */
  readonly findProfile: (profileId: string) => Promise<Profile>;
}

/** A token entered for a test and kept nowhere; the profile need not be saved. */
export interface EnteredCredential {
  readonly token: string;
}

export interface Probed {
  readonly exchange: Exchange;
  /** Null if the token is not a JWT. */
  readonly claims: TokenClaims | null;
}

export type Sent =
  | { readonly kind: 'sent'; readonly exchange: Exchange }
  /** The person was asked and said no: nothing was sent. */
  | { readonly kind: 'declined' };

const NONE: GuardedSend['unsettled'] = Promise.resolve(null);

/** Unwraps a send that nobody is expected to decline. Throws a `ProblemError` if the person did. */
export function exchangeOf(sent: Sent): Exchange {
  if (sent.kind === 'sent') return sent.exchange;
  throw cancelledBefore();
}

/**
 * The only way out: every request that carries a credential passes through plan, guard, journal, transport and check.
 * Rejects with a `ProblemError` only while nothing was sent; a failure after the bytes went out becomes a note on the
 * answer.
 */
export class Sender {
  private readonly running = new Map<
    string,
    { readonly plan: Plan; readonly ended: ReturnType<Transmitter['carryOut']> }
  >();
  /** What was asked for, for each exchange that was returned. */
  private readonly sentAs = new WeakMap<Exchange, SentAs>();
  private readonly duplicates: DuplicateGuard;
  private readonly earlier: EarlierSends;
  private readonly agreements: Agreements;
  private readonly transmitter: Transmitter;

  constructor(private readonly services: SenderServices) {
    this.duplicates = new DuplicateGuard(services.now);
    this.earlier = new EarlierSends(services);
    this.agreements = new Agreements(services, this.earlier);
    this.transmitter = new Transmitter(services);
  }

  /** Makes a plan, asks the person if necessary, and sends it. */
  async submit(order: Order, call: SendCall): Promise<Sent> {
    const { plan, refuse, unsettled } = await this.prepareAndLook(order, call);
    refuse();
    const whileNoted = (noting: Promise<void>): Promise<void> => this.earlier.notifyOfWait(call, noting);
    const send = async (): Promise<Sent> => {
      const verdict = await this.agreements.ask([{ plans: [plan], unsettled }], call);
      if (verdict === 'declined') return { kind: 'declined' };
      return { kind: 'sent', exchange: await this.send(plan, { ...call, whileNoted }) };
    };
    return this.oncePerClick([plan], send, (sent) => sent.kind === 'declined');
  }

  /** @see UnsettledSends.familyOf */
  familyOf(exchangeId: string): Promise<string | null> {
    return this.services.unsettled.familyOf(exchangeId);
  }

  /** @see UnsettledSends.open */
  openSends(): Promise<OpenSends> {
    return this.services.unsettled.open();
  }

  /** True if `submit` would ask about an earlier send of this order. Throws a `ProblemError` if it cannot be sent. */
  async isOut(order: Order, call: SendCall): Promise<boolean> {
    const { refuse, unsettled } = await this.prepareAndLook(order, call);
    refuse();
    return sendsOf(await unsettled).length > 0;
  }

  /** @see UnsettledSends.isUnkept */
  isUnkept(exchangeId: string): boolean {
    return this.services.unsettled.isUnkept(exchangeId);
  }

  /** Makes a plan from an order. Throws a `ProblemError` if it cannot be sent. */
  async plan(order: Order): Promise<Plan> {
    const { plan, refuse } = await this.prepare(order);
    refuse();
    return plan;
  }

  /** @see Agreements.agree */
  agree(plans: readonly Plan[], call: SendCall): Promise<'allowed' | 'declined'> {
    return this.agreements.agree(plans, call);
  }

  /** @see Agreements.agreeStill */
  agreeStill(plan: Plan, call: SendCall): Promise<'allowed' | 'declined'> {
    return this.agreements.agreeStill(plan, call);
  }

  /** @see DuplicateGuard.oncePerClick */
  oncePerClick<T>(
    plans: readonly Plan[],
    send: () => Promise<T>,
    nothingSent: (result: T) => boolean,
  ): Promise<T> {
    return this.duplicates.oncePerClick(plans, send, nothingSent);
  }

  /** Sends a plan that was agreed to. The journal has the exchange by the time this resolves. */
  send(plan: Plan, call: SendCall): Promise<Exchange> {
    const agreed = this.agreements.take(plan);
    // Checked before every try, because the wait or pause before it may have been long.
    const bearer = async (): Promise<string> => {
      await this.assertUnchanged(plan.profile);
      return this.services.bearerFor(plan.profile);
    };
    return this.transmit(plan, call, bearer, agreed);
  }

  /** Tests a profile, saved or not, with one request that only reads. Also returns the claims of its token. */
  async probe(order: Order, credential: EnteredCredential | null, call: SendCall): Promise<Probed> {
    const plan = await this.plan(order);
    if (!isSafe(plan.wire.method)) throw new Error('a test only reads');
    let claims: TokenClaims | null = null;
    const bearer = async (): Promise<string> => {
      const token = credential === null ? await this.services.bearerFor(plan.profile) : credential.token;
      claims = readTokenClaims(token);
      return token;
    };
    const exchange = await this.transmit(plan, { ...call, policy: ONCE }, bearer, NONE, 'connection-test');
    return { exchange, claims };
  }

  /** Notes the pages of a load as one exchange: the first page without its body, under the load's id. */
  async noteLoad(
    firstPage: Exchange,
    { id, load }: { readonly id: string; readonly load: LoadCounts },
  ): Promise<void> {
    const sentAs = this.sentAs.get(firstPage);
    if (sentAs === undefined) return;
    const { response, request } = firstPage;
    const none = { kind: 'none' } as const;
    const exchange = {
      ...firstPage,
      id,
      load,
      // Findings about the first page would pass for findings about the whole load.
      ...notChecked('many-pages'),
      request: { ...request, body: none },
      response: response && { ...response, body: none },
    };
    await this.services.journal.note(exchange, sentAs);
  }

  /** True while an exchange is on its way. */
  isUnderWay(exchangeId: string): boolean {
    return this.running.has(exchangeId);
  }

  /** Resolves when this exchange is no longer under way, however it ended. */
  async ended(exchangeId: string): Promise<void> {
    await Promise.allSettled([this.running.get(exchangeId)?.ended]);
  }

  /** Resolves when everything that is under way now has ended. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.running.values()].map(({ ended }) => ended));
  }

  /** What is under way and may have an effect, for one profile or all. */
  mayHaveEffect(profileId?: string): UnderWay {
    const running = [...this.running.values()].filter(
      ({ plan }) => !isSafe(plan.wire.method) && (profileId ?? plan.profile.id) === plan.profile.id,
    );
    return {
      sends: running.map(({ plan }) => toGuardedSend(plan, 1, Promise.resolve(null))),
      settled: Promise.allSettled(running.map(({ ended }) => ended)).then((all) =>
        all.every((one) => one.status === 'fulfilled' && !isUnsettled(one.value.exchange)),
      ),
    };
  }

  private async transmit(
    plan: Plan,
    call: SendCall,
    bearer: () => Promise<string>,
    agreed: GuardedSend['unsettled'],
    purpose?: Exchange['purpose'],
  ): Promise<Exchange> {
    const transmitting = agreed
      .then((unsettled) => this.transmitter.carryOut(plan, call, bearer, sendsOf(unsettled), purpose))
      .finally(() => this.running.delete(plan.id));
    this.running.set(plan.id, { plan, ended: transmitting });
    const { exchange, sentAs } = await transmitting;
    this.sentAs.set(exchange, sentAs);
    return exchange;
  }

  /** Refuses a plan whose profile has changed since it was made, except for its name. A plan is never adapted. */
  private async assertUnchanged(planned: Profile): Promise<void> {
    const now = await this.services.findProfile(planned.id);
    if (JSON.stringify({ ...now, name: '' }) !== JSON.stringify({ ...planned, name: '' })) {
      throw profileChanged(planned.name);
    }
  }

  /** `refuse` throws a `ProblemError` if the request cannot be sent as it is. */
  private async prepare(order: Order): Promise<{ readonly plan: Plan; readonly refuse: () => void }> {
    const { secrets, sandboxDestination, now = Date.now } = this.services;
    const filled = fillOrder(order, now());
    const refuse = (): void => {
      const problem = operationModule(filled.request.operation).refuse(filled.request);
      if (problem !== null) throw new ProblemError(problem);
      refuseMasked(filled.request);
    };
    try {
      return { plan: await makePlan(filled, secrets.references, sandboxDestination), refuse };
    } catch (error) {
      // The reason for the refusal says more than the reason why no plan can be made.
      refuse();
      throw error;
    }
  }

  /** Asks the database first, so that it searches while main makes the plan. */
  private async prepareAndLook(order: Order, call: SendCall) {
    const asked = isSafe(targetOf(order.request).method) ? undefined : this.services.unsettled.ask();
    const prepared = await this.prepare(order);
    return { ...prepared, unsettled: this.earlier.look(prepared.plan, call, asked) };
  }
}
