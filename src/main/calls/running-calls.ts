interface Running {
  readonly controller: AbortController;
  readonly outlivesWindow: boolean;
  /** Null until it is known, and for a call that belongs to none. */
  profileId: string | null;
}

/** From when on a job counts as long, in ms: its person may have gone to another window. */
export const LONG_JOB_MS = 5_000;

/** What a call is for the person who waits for it. */
export interface Job<T> {
  /** As the subject of a sentence, without names or ids: `The list of 500 sessions`. */
  readonly words: string;
  /** True for a result that says that nothing was done, as when the person said no. */
  readonly isNothing?: (result: T) => boolean;
}

/** A long job that ended by itself, or failed; a person who cancels knows. */
export interface EndedJob {
  /** See `Job.words`. */
  readonly job: string;
  readonly failed: boolean;
}

/** Why the app itself cancelled, in words such as `the profile was edited`; null when it was the person. */
export function cancelReason({ reason }: AbortSignal): string | null {
  return typeof reason === 'string' ? reason : null;
}

/** The calls under way, by the id that the renderer gave each, so that it can cancel them. */
export class RunningCalls {
  readonly #running = new Map<string, Running>();
  readonly #end = new AbortController();

  /** @param onLongJob is told of the end of jobs that took long. */
  constructor(private readonly onLongJob: (ended: EndedJob) => void = () => {}) {}

  /**
   * Runs a call under its id. A second call with the id of one that runs is refused: ids are the renderer's to keep apart.
   * @param outlivesWindow a single send, whose outcome the history has to know even if nobody waits for it any more.
   * @param profileId the profile that it runs under; `under` says it later.
   * @param job what it is called when it ends in the background, if something came of it; none for a single call.
   */
  async run<T>(
    callId: string,
    call: (signal: AbortSignal) => Promise<T>,
    {
      outlivesWindow = false,
      profileId = null,
      job,
    }: {
      readonly outlivesWindow?: boolean;
      readonly profileId?: string | null;
      readonly job?: Job<T>;
    } = {},
  ): Promise<T> {
    if (this.#running.has(callId)) throw new Error(`a call with the id ${callId} is under way`);
    const controller = new AbortController();
    this.#running.set(callId, { controller, outlivesWindow, profileId });
    const startedAt = performance.now();
    const tellEnd = (failed: boolean): void => {
      const isLong = performance.now() - startedAt >= LONG_JOB_MS;
      if (job && isLong && !controller.signal.aborted) this.onLongJob({ job: job.words, failed });
    };
    try {
      const result = await call(controller.signal);
      if (job?.isNothing?.(result) !== true) tellEnd(false);
      return result;
    } catch (error) {
      tellEnd(true);
      throw error;
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

  /** Notes that a call runs under this profile, as it was when it was asked for, and gives it back. */
  under<T extends { readonly id: string }>(callId: string, profile: T): T {
    const running = this.#running.get(callId);
    if (running) running.profileId = profile.id;
    return profile;
  }

  /** Cancels what runs under a profile. `reason` is in words, after "Cancelled:". */
  cancelProfile(profileId: string, reason: string): void {
    for (const running of this.#running.values()) {
      if (running.profileId === profileId) running.controller.abort(reason);
    }
  }

  /** Ends with the app: for what a call leaves to be done when its result is handed out. */
  get untilEnd(): AbortSignal {
    return this.#end.signal;
  }

  /** Cancels everything: a switch of the profile, or the end of the app. `reason`: see `cancelProfile`. */
  cancelAll(reason?: string): void {
    for (const { controller } of this.#running.values()) controller.abort(reason);
  }

  /** The app ends. */
  end(): void {
    this.cancelAll();
    this.#end.abort();
  }

  /** The window died: cancels what nobody can follow any more, such as loads and many replays. */
  onWindowClosed(): void {
    for (const { controller, outlivesWindow } of this.#running.values()) {
      if (!outlivesWindow) controller.abort();
    }
  }
}
