/** A gate that a load passes before each page; closed while it is paused. */
export class PauseGate {
  private waiting: (() => void)[] = [];
  private closed = false;

  get paused(): boolean {
    return this.closed;
  }

  set(paused: boolean): void {
    this.closed = paused;
    if (paused) return;
    for (const go of this.waiting.splice(0)) go();
  }

  /** Done when the gate is open, or the signal aborted. */
  pass(signal: AbortSignal): Promise<void> {
    if (!this.closed || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go);
      this.waiting.push(go);
    });
  }
}
