import { waitFor } from '../calls/wait';

/** The decision to try a request again, and when. */
export interface RetryDecision {
  readonly kind: 'failure' | 'rate-limit';
  readonly waitMs: number;
  /** For example `status 429 with Retry-After` or `the service refused the connection`. */
  readonly reason: string;
}

/** Why requests wait, and for how long. */
export interface Wait extends RetryDecision {
  /** ms since 1970. */
  readonly until: number;
  /** Number of the try that follows, 2 or higher. */
  readonly nextTry: number;
}

export interface GateOptions {
  /** Called with the wait when one begins, and with null when it ends. */
  readonly onWait: (wait: Wait | null) => void;
  /** Resolves at once unless somebody paused; otherwise when the pause ends or the call is cancelled. */
  readonly whileNotPaused?: (signal: AbortSignal) => Promise<void>;
  /** ms since 1970. */
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Every try passes the gate first. A rate limit holds up all requests that share the gate; a failure holds up only
 * its own request; a pause holds up everything.
 */
export class Gate {
  constructor(
    private readonly options: GateOptions,
    /** The rate limit for all requests that share the gate. */
    private readonly shared: { limit: Wait | null } = { limit: null },
  ) {}

  /** The same gate for one of the requests that share it. `onWait` is also called when that request waits. */
  forOne(onWait: GateOptions['onWait']): Gate {
    const { options } = this;
    const tellBoth: GateOptions['onWait'] = (wait) => {
      options.onWait(wait);
      onWait(wait);
    };
    return new Gate({ ...options, onWait: tellBoth }, this.shared);
  }

  now(): number {
    return (this.options.now ?? Date.now)();
  }

  async pass(signal: AbortSignal): Promise<void> {
    await this.options.whileNotPaused?.(signal);
    const { shared } = this;
    while (shared.limit !== null && shared.limit.until > this.now() && !signal.aborted) {
      const { limit } = shared;
      await this.waitOut(limit, signal);
      // The limit is over once it has been waited out, even if the clock was set back during the wait.
      if (shared.limit === limit) shared.limit = null;
      await this.options.whileNotPaused?.(signal);
    }
  }

  /** Waits as the decision says, then passes. */
  async hold(decision: RetryDecision, nextTry: number, signal: AbortSignal): Promise<void> {
    const wait = { ...decision, nextTry, until: this.now() + decision.waitMs };
    if (decision.kind === 'failure') await this.waitOut(wait, signal);
    else if (this.shared.limit === null || wait.until > this.shared.limit.until) this.shared.limit = wait;
    await this.pass(signal);
  }

  private async waitOut(wait: Wait, signal: AbortSignal): Promise<void> {
    const { onWait, wait: sleep = waitFor } = this.options;
    onWait(wait);
    // Not longer than planned, even if the clock is set back.
    await sleep(Math.min(wait.waitMs, wait.until - this.now()), signal);
    onWait(null);
  }
}
