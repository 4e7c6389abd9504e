import { isSafe } from '@shared/http/http-fields';
import { WAITS_FOR_HISTORY } from '@shared/questions/question';
import { notifyIfSlow, withTimeLimit } from '../calls/wait';
import { NOT_CHECKED, type GuardedSend } from '../guards/send-facts';
import type { Plan } from './plan';
import type { SendCall, TransmitterServices } from './transmitter';
import type { UnsettledSends } from './unsettled-sends';

/**
 * The longest wait for a database that hangs or is waiting for the keychain, in ms. After that the person is asked.
 */
const CHECK_LIMIT_MS = 5_000;

/** Finds out whether the same request is already out with an unknown outcome. The guard then asks the person. */
export class EarlierSends {
  constructor(
    private readonly services: Pick<TransmitterServices, 'unsettled' | 'tellProgress' | 'report'>,
  ) {}

  /** Never rejects: if the look-up fails or takes too long, `NOT_CHECKED` makes the guard ask the person. */
  async look(
    plan: Plan,
    call: SendCall,
    asked?: ReturnType<UnsettledSends['ask']>,
  ): GuardedSend['unsettled'] {
    // Before the plan's marks are computed: a request that only reads, such as a page of a load, does not need them.
    if (isSafe(plan.wire.method)) return null;
    try {
      const found = this.findUnsettled(plan, asked);
      return await this.notifyOfWait(call, withTimeLimit(found, CHECK_LIMIT_MS, NOT_CHECKED, call.signal));
    } catch (error) {
      this.services.report('sending', error);
      return NOT_CHECKED;
    }
  }

  private async findUnsettled(
    plan: Plan,
    asked?: ReturnType<UnsettledSends['ask']>,
  ): GuardedSend['unsettled'] {
    const { unsettled } = this.services;
    const found = await unsettled.find(plan, asked);
    const { lostAt, isUnkept, isUnderWay, ...rest } = found;
    const isNone = found.same.length === 0 && found.ofDraft.length === 0;
    if (!isNone || !unsettled.mayHideOne(plan, lostAt)) return rest;
    // `isUnkept`: sends of other runs that could not be kept. If this run cannot read the history either, checking on
    // those would not settle everything, so the general question is asked, except while one of them is still under
    // way: the person has to be told that first.
    const isHidden = isUnkept === true && isUnderWay !== true && unsettled.mayHideOne(plan);
    return lostAt === undefined || isHidden ? NOT_CHECKED : found;
  }

  /**
   * Tells the person that the call is waiting, if the history takes long to answer. Nothing is sent before it has.
   */
  notifyOfWait<T>({ callId }: SendCall, work: Promise<T>): Promise<T> {
    return notifyIfSlow(work, (isSlow) =>
      this.services.tellProgress(callId, isSlow ? WAITS_FOR_HISTORY : null),
    );
  }
}
