import { isSafe } from '@shared/http/http-fields';
import { ProblemError } from '@shared/problem';
import { SAME_CLICK_CODE, SAME_CLICK_MS, UNDER_WAY_CODE } from '@shared/requests/same-click';
import type { Plan } from './plan';

/**
 * Keeps one click from sending twice: an identical request is refused while the first is under way, and for a second
 * after it ended or was last refused. Covers requests that may have an effect, from any screen.
 */
export class DuplicateGuard {
  private readonly underWay = new Set<string>();
  private readonly lastAt = new Map<string, number>();

  /** @param now ms on a clock that cannot be set. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Sends only on the first click of a double click, for one plan or several together. Plans that only read are not
   * limited. Rejects with a `ProblemError` if it is a repeated click.
   */
  async oncePerClick<T>(
    plans: readonly Plan[],
    send: () => Promise<T>,
    nothingSent: (result: T) => boolean,
  ): Promise<T> {
    if (plans.every(({ wire }) => isSafe(wire.method))) return send();
    // A replay right after the send is a second request on purpose; a replay of that replay is the same click.
    const mark = plans
      .map((plan) => `${plan.click ?? plan.mark} ${plan.replayOf === null ? '' : 'replay'}`)
      .join(' ');
    if (this.underWay.has(mark)) throw stillUnderWay();
    const last = this.lastAt.get(mark);
    if (last !== undefined && this.now() - last < SAME_CLICK_MS) {
      // A key held down counts as one click for as long as it is held.
      this.lastAt.set(mark, this.now());
      throw justSent();
    }
    this.underWay.add(mark);
    let sent = false;
    try {
      const result = await send();
      sent = !nothingSent(result);
      return result;
    } finally {
      this.underWay.delete(mark);
      this.forgetOld();
      // What was not sent after all may be sent again at once.
      if (sent) this.lastAt.set(mark, this.now());
    }
  }

  private forgetOld(): void {
    for (const [mark, at] of this.lastAt) {
      if (this.now() - at >= SAME_CLICK_MS) this.lastAt.delete(mark);
    }
  }
}

function stillUnderWay(): ProblemError {
  return new ProblemError({
    code: UNDER_WAY_CODE,
    title: 'This request is already in progress',
    meaning: 'It was sent a moment ago and is not answered yet. It was not sent a second time.',
    nextStep: 'Wait for its answer.',
    detail: null,
  });
}

function justSent(): ProblemError {
  return new ProblemError({
    code: SAME_CLICK_CODE,
    title: 'This request was already sent a moment ago',
    meaning: 'The same request within a second counts as one click. It was not sent a second time.',
    nextStep: 'If you want it to be sent twice, send it again now.',
    detail: null,
  });
}
