import { isSafe } from '@shared/http/http-fields';
import type { Profile } from '@shared/profiles/profile';
import { WAITS_FOR_ANSWER } from '@shared/questions/question';
import { cancelReason } from '../calls/running-calls';
import { NOT_CHECKED, type GuardedSend } from '../guards/send-facts';
import type { Asking, SendGuard } from '../guards/send-guard';
import type { EarlierSends } from './earlier-sends';
import { sendsOf, toGuardedSend } from './guarded-send';
import type { Plan } from './plan';
import { cancelledBefore } from './sending-problems';
import type { SendCall, TransmitterServices } from './transmitter';

export interface AgreementServices extends Pick<
  TransmitterServices,
  'unsettled' | 'tellProgress' | 'report'
> {
  readonly guard: Pick<SendGuard, 'check'>;
  /**
   * The token of exactly this profile. Throws a `ProblemError` if there is none, or if it was entered for another
   * route.
   */
  readonly bearerFor: (profile: Profile) => Promise<string>;
}

/** One request as the guard sees it, sent once or several times. */
interface LookedAt {
  readonly plans: readonly [Plan, ...Plan[]];
  readonly unsettled: GuardedSend['unsettled'];
}

/** Remembers which plans the guard allowed, after asking the person if necessary. Nothing else is sent. */
export class Agreements {
  /** The allowed plans, each with the unsettled sends known when it was allowed. */
  private readonly agreed = new WeakMap<Plan, GuardedSend['unsettled']>();

  constructor(
    private readonly services: AgreementServices,
    private readonly earlier: EarlierSends,
  ) {}

  /**
   * Asks the guard about one plan, or about several that are sent together; the person gets one question for all of
   * them.
   */
  async agree(plans: readonly Plan[], call: SendCall): Promise<'allowed' | 'declined'> {
    const same = new Map<string, [Plan, ...Plan[]]>();
    for (const plan of plans) {
      const mark = plans.length === 1 ? '' : plan.mark;
      const others = same.get(mark);
      if (others === undefined) same.set(mark, [plan]);
      else others.push(plan);
    }
    const asked = plans.every(({ wire }) => isSafe(wire.method)) ? undefined : this.services.unsettled.ask();
    const looked = [...same.values()].map((all) => ({
      plans: all,
      unsettled: this.earlier.look(all[0], call, asked),
    }));
    return this.ask(looked, call);
  }

  /**
   * Checks again a plan that was already agreed to, for example when its turn comes in a run. The person is asked
   * again only if there are unsettled sends, from this run or elsewhere, that the earlier question did not cover.
   */
  async agreeStill(plan: Plan, call: SendCall): Promise<'allowed' | 'declined'> {
    const unsettled = this.earlier.look(plan, call);
    const before = new Set(sendsOf(await this.agreed.get(plan)));
    if (sendsOf(await unsettled).every((send) => before.has(send))) return 'allowed';
    this.agreed.delete(plan);
    return this.ask([{ plans: [plan], unsettled }], call);
  }

  /** Asks the guard about these plans; if it allows them, each may be sent once. */
  async ask(
    looked: readonly LookedAt[],
    { callId, signal, inRun = false }: SendCall,
  ): Promise<'allowed' | 'declined'> {
    const sends = looked.map(({ plans, unsettled }) => toGuardedSend(plans[0], plans.length, unsettled));
    let asked = false;
    const asking: Asking = {
      before: async (profile) => void (await this.services.bearerFor(profile)),
      onAsk: (isOpen) => {
        asked = true;
        this.services.tellProgress(callId, isOpen ? WAITS_FOR_ANSWER : null);
      },
      onLooked: (lostAt) => this.forgetLost(lostAt),
    };
    const verdict = await this.services.guard.check(sends, signal, asking, inRun ? callId : null);
    if (verdict === 'allowed')
      for (const { plans, unsettled } of looked) for (const plan of plans) this.agreed.set(plan, unsettled);
    // The person did not say no: the app withdrew the question or never asked it.
    const why = cancelReason(signal);
    if (verdict === 'declined' && (why !== null || !asked)) throw cancelledBefore(why);
    const [only, another] = looked.flatMap(({ plans }) => plans);
    if (!asked || verdict === 'declined' || only === undefined || another !== undefined) return verdict;
    // The same request may have gone out from elsewhere while the question was open. The plans of a run are checked
    // when their turn comes.
    if ((await looked[0]?.unsettled) === NOT_CHECKED) return verdict;
    return this.agreeStill(only, { callId, signal, inRun });
  }

  /** If the file cannot be written, this run still remembers that the person has checked; the next run asks again. */
  private async forgetLost(lostAt: string): Promise<void> {
    const forgetting = this.services.unsettled.forgetLost(lostAt);
    await forgetting.catch((error: unknown) => this.services.report('sending', error));
  }

  /**
   * The unsettled sends that were known when the plan was agreed to. Consumes the agreement, because a plan is sent
   * once.
   */
  take(plan: Plan): GuardedSend['unsettled'] {
    const agreed = this.agreed.get(plan);
    if (agreed === undefined) throw new Error('a plan was to be sent that nobody agreed to');
    this.agreed.delete(plan);
    return agreed;
  }
}
