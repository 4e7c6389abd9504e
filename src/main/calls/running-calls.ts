interface Running {
  readonly controller: AbortController;
  readonly outlivesWindow: boolean;
}

/** The calls under way, by the id that the renderer gave each, so that it can cancel them. */
export class RunningCalls {
  readonly #running = new Map<string, Running>();

  /**
   * Runs a call under its id. A second call with the id of one that runs is refused: ids are the renderer's to keep apart.
   * @param outlivesWindow a single send, whose outcome the history has to know even if nobody waits for it any more.
   */
  async run<T>(
    callId: string,
    call: (signal: AbortSignal) => Promise<T>,
    { outlivesWindow = false }: { readonly outlivesWindow?: boolean } = {},
  ): Promise<T> {
    if (this.#running.has(callId)) throw new Error(`a call with the id ${callId} is under way`);
    const controller = new AbortController();
    this.#running.set(callId, { controller, outlivesWindow });
    try {
      return await call(controller.signal);
    } finally {
      this.#running.delete(callId);
    }
  }

  /** False when there is no such call (any more). */
  cancel(callId: string): boolean {
    const running = this.#running.get(callId);
    running?.controller.abort();
    return running !== undefined;
  }

  /** Cancels everything: a switch of the profile, or the end of the app. */
  cancelAll(): void {
    for (const { controller } of this.#running.values()) controller.abort();
  }

  /** The window died: cancels what nobody can follow any more, such as loads and many replays. */
  windowGone(): void {
    for (const { controller, outlivesWindow } of this.#running.values()) {
      if (!outlivesWindow) controller.abort();
    }
  }
}
