/** The calls under way, by the id that the renderer gave each, so that it can cancel them. */
export class RunningCalls {
  readonly #cancels = new Map<string, AbortController>();

  /** Runs a call under its id. A second call with the id of one that runs is refused: ids are the renderer's to keep apart. */
  async run<T>(callId: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#cancels.has(callId)) throw new Error(`a call with the id ${callId} is under way`);
    const controller = new AbortController();
    this.#cancels.set(callId, controller);
    try {
      return await call(controller.signal);
    } finally {
      this.#cancels.delete(callId);
    }
  }

  /** False when there is no such call (any more). */
  cancel(callId: string): boolean {
    const controller = this.#cancels.get(callId);
    controller?.abort();
    return controller !== undefined;
  }

  /** Cancels everything: a switch of the profile, or the end of the app. */
  cancelAll(): void {
    for (const controller of this.#cancels.values()) controller.abort();
  }
}
