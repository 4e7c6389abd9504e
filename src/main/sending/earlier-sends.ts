import { isSafe } from '@shared/http/http-fields';
import { WAITS_FOR_HISTORY } from '@shared/questions/question';
import { tellIfSlow, withTimeLimit } from '../calls/wait';
import { NOT_CHECKED, type GuardedSend } from '../guards/send-facts';
import type { Plan } from './plan';
import type { SendCall, TransmitterServices } from './transmitter';
import type { UnsettledSends } from './unsettled-sends';

/** A database that hangs, or waits for its keychain, is not waited for longer, in ms: then the person is asked. */
const CHECK_LIMIT_MS = 5_000;
/** The person is told what is waited for after so many ms: nearly always it is over before. */
const TELL_AFTER_MS = 150;

/** Whether a request is out already, and nobody knows how that ended: for the guard, which asks the person. */
export class EarlierSends {
  constructor(
    private readonly services: Pick<TransmitterServices, 'unsettled' | 'tellProgress' | 'report'>,
  ) {}

  /** What cannot be looked up holds nothing up: the person is asked then. */
  async look(
    plan: Plan,
    call: SendCall,
    asked?: ReturnType<UnsettledSends['ask']>,
  ): GuardedSend['unsettled'] {
    // Its mark is made when it is read, and no page of a load needs one.
    if (isSafe(plan.wire.method)) return null;
    try {
      const found = this.findUnsettled(plan, asked);
      return await this.tellOfWait(call, withTimeLimit(found, CHECK_LIMIT_MS, NOT_CHECKED, call.signal));
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
    // Where the history cannot be read at all, the answer that ends this would not end that.
    // Nor is anything told of before what is under way has ended.
    const isHidden = isUnkept === true && isUnderWay !== true && unsettled.mayHideOne(plan);
    return lostAt === undefined || isHidden ? NOT_CHECKED : found;
  }

  /** Until the history has answered, nothing is sent: a person who waits for that is not told anything else. */
  tellOfWait<T>({ callId }: SendCall, work: Promise<T>): Promise<T> {
    return tellIfSlow(work, TELL_AFTER_MS, (isSlow) =>
      this.services.tellProgress(callId, isSlow ? WAITS_FOR_HISTORY : null),
    );
  }
}
