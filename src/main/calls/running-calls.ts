interface Running {
  readonly controller: AbortController;
  /** For what is at the service and may have an effect there: null until it is asked for, as most calls only read. */
  atService: AbortController | null;
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
  #jobs = 0;

  /**
   * @param onLongJob is told of the end of jobs that took long.
   * @param onJobs is told when the first job begins, and when the last of them has ended.
   */
  constructor(
    private readonly onLongJob: (ended: EndedJob) => void = () => {},
    private readonly onJobs: (areUnderWay: boolean) => void = () => {},
  ) {}

  /**
   * Runs a call under its id. A second call with the id of one that runs is refused: ids are the renderer's to keep apart.
   * @param profileId the profile that it runs under; `under` says it later.
   * @param job what it is called when it ends in the background, if something came of it; none for a single call.
   */
  async run<T>(
    callId: string,
    call: (signal: AbortSignal) => Promise<T>,
    { profileId = null, job }: { readonly profileId?: string | null; readonly job?: Job<T> } = {},
  ): Promise<T> {
    if (this.#running.has(callId)) throw new Error(`a call with the id ${callId} is under way`);
    const controller = new AbortController();
    this.#running.set(callId, { controller, atService: null, profileId });
    if (job) this.countJobs(1);
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
      if (job) this.countJobs(-1);
    }
  }

  isUnderWay(callId: string): boolean {
    return this.#running.has(callId);
  }

  /** False when there is no such call (any more). */
  cancel(callId: string): boolean {
    const running = this.#running.get(callId);
    if (running) abort(running);
    return running !== undefined;
  }

  /** Notes that a call runs under this profile, as it was when it was asked for, and gives it back. */
  under<T extends { readonly id: string }>(callId: string, profile: T): T {
    const running = this.#running.get(callId);
    if (running) running.profileId = profile.id;
    return profile;
  }

  /**
   * Cancels what runs under a profile. `reason` is in words, after "Cancelled:". `isOtherService`: also what is at the service
   * (`atService`), as that is no longer the profile's.
   */
  cancelProfile(profileId: string, reason: string, isOtherService: boolean): void {
    for (const running of this.#running.values()) {
      if (running.profileId !== profileId) continue;
      running.controller.abort(reason);
      if (isOtherService) atServiceOf(running).abort(reason);
    }
  }

  /**
   * Of a call, what is sent that may have an effect: to cancel it undoes nothing, and leaves nobody knowing what came of it. So the
   * person cancels it, an edit that makes its profile one of another service, and the end of the app, and nothing that only stops to wait for it. Null when there is no such call.
   */
  atService(callId: string): AbortSignal | null {
    const running = this.#running.get(callId);
    return running ? atServiceOf(running).signal : null;
  }

  /** Ends with the app: for what a call leaves to be done when its result is handed out. */
  get untilEnd(): AbortSignal {
    return this.#end.signal;
  }

  /** Cancels everything but what is at the service (`atService`): nobody waits for the calls here any more. `reason`: see `cancelProfile`. */
  leaveAll(reason: string): void {
    for (const { controller } of this.#running.values()) controller.abort(reason);
  }

  cancelAll(): void {
    for (const running of this.#running.values()) abort(running);
  }

  /** The app ends. */
  end(): void {
    this.cancelAll();
    this.#end.abort();
  }

  private countJobs(change: 1 | -1): void {
    const wereUnderWay = this.#jobs > 0;
    this.#jobs += change;
    if (this.#jobs > 0 !== wereUnderWay) this.onJobs(!wereUnderWay);
  }
}

function atServiceOf(running: Running): AbortController {
  return (running.atService ??= new AbortController());
}

function abort(running: Running, reason?: string): void {
  running.controller.abort(reason);
  atServiceOf(running).abort(reason);
}
