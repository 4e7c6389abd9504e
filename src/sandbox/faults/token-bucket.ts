/** A bucket of tokens: holds one second's worth (at least one), and is full at first. */
export class TokenBucket {
  #tokens: number;
  #last: number;

  /** `perSecond` requests pass; `now` in ms. */
  constructor(
    readonly perSecond: number,
    now: number,
  ) {
    this.#tokens = Math.max(1, perSecond);
    this.#last = now;
  }

  /** Null when the request may pass, else the whole seconds to wait. */
  take(now: number): number | null {
    const gained = (Math.max(0, now - this.#last) / 1000) * this.perSecond;
    this.#tokens = Math.min(Math.max(1, this.perSecond), this.#tokens + gained);
    this.#last = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return null;
    }
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }
}
