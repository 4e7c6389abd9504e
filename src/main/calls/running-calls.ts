interface Running {
  readonly controller: AbortController;
  /**
   * For requests at the service that may have an effect there; null until requested, because most calls only read.
   */
  atService: AbortController | null;
  /** Null until it is known, and for a call that belongs to no profile. */
  profileId: string | null;
}

/** Jobs that take longer than this (ms) count as long: the person may have gone to another window. */
export const LONG_JOB_MS = 5_000;

/** How a call is described to the person who waits for it. */
export interface Job<T> {
  /** The subject of a sentence, without names or ids: `The list of 500 sessions`. */
  readonly words: string;
  /** True for a result that means that nothing was done, for example because the person said no. */
  readonly isNothing?: (result: T) => boolean;
}

/** A long job that ended by itself or failed; a person who cancels it knows that already. */
export interface EndedJob {
  /** See `Job.words`. */
  readonly job: string;
  readonly failed: boolean;
}

/** Why the app itself cancelled, in words such as `the profile was edited`; null if the person did. */
export function cancelReason({ reason }: AbortSignal): string | null {
  return typeof reason === 'string' ? reason : null;
}

/** The calls under way, by the id that the renderer gave each, so that it can cancel them. */
export class RunningCalls {
  readonly #running = new Map<string, Running>();
  readonly #end = new AbortController();
  #jobs = 0;

  /**
   * @param onLongJob called when a job that took long has ended.
   * @param onJobs called when the first job begins, and when the last one has ended.
   */
  constructor(
    private readonly onLongJob: (ended: EndedJob) => void = () => {},
    private readonly onJobs: (areUnderWay: boolean) => void = () => {},
  ) {}

  /**
   * Runs a call under its id. A second call with the id of a running one is refused: the renderer must give each its
   * own id. One that begins after the end is cancelled from the start, so that nothing more goes out.
   * @param profileId the profile that it runs under; `under` can set it later.
   * @param job describes it if it ends in the background with a result; omitted for a single call.
   */
  async run<T>(
    callId: string,
    call: (signal: AbortSignal) => Promise<T>,
    { profileId = null, job }: { readonly profileId?: string | null; readonly job?: Job<T> } = {},
  ): Promise<T> {
    if (this.#running.has(callId)) throw new Error(`a call with the id ${callId} is under way`);
    const controller = new AbortController();
    const running: Running = { controller, atService: null, profileId };
    this.#running.set(callId, running);
    if (this.#end.signal.aborted) abort(running);
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

  /** False if there is no such call (any more). */
  cancel(callId: string): boolean {
    const running = this.#running.get(callId);
    if (running) abort(running);
    return running !== undefined;
  }

  /** Notes that a call runs under this profile, and returns the profile unchanged. */
  under<T extends { readonly id: string }>(callId: string, profile: T): T {
    const running = this.#running.get(callId);
    if (running) running.profileId = profile.id;
    return profile;
  }

  /**
   * Cancels what runs under a profile. `reason` follows "Cancelled:". With `isOtherService` also what is at the
   * service (`atService`), because that service is no longer the profile's.
   */
  cancelProfile(profileId: string, reason: string, isOtherService: boolean): void {
    for (const running of this.#running.values()) {
      if (running.profileId !== profileId) continue;
      running.controller.abort(reason);
      if (isOtherService) atServiceOf(running).abort(reason);
    }
  }

  /**
   * A separate signal for the part of a call that may have an effect at the service: cancelling it undoes nothing,
   * and nobody would learn the outcome. So only the person, an edit that moves the profile to another service, and
   * the end of the app abort it, and not a caller that merely stops waiting. Null if there is no such call.
   */
  atService(callId: string): AbortSignal | null {
    const running = this.#running.get(callId);
    return running ? atServiceOf(running).signal : null;
  }

  /** Aborts when the app ends, for what a call still has to do after its result was returned. */
  get untilEnd(): AbortSignal {
    return this.#end.signal;
  }

  /**
   * Cancels everything except what is at the service (`atService`), because nobody is waiting for these calls any
   * more. For `reason` see `cancelProfile`.
   */
  leaveAll(reason: string): void {
    for (const { controller } of this.#running.values()) controller.abort(reason);
  }

  cancelAll(): void {
    for (const running of this.#running.values()) abort(running);
  }

  /** Called when the app ends. */
  end(): void {
    this.#end.abort();
    this.cancelAll();
  }

  private countJobs(change: 1 | -1): void {
    const hadJobs = this.#jobs > 0;
    this.#jobs += change;
    if (this.#jobs > 0 !== hadJobs) this.onJobs(!hadJobs);
  }
}

function atServiceOf(running: Running): AbortController {
  return (running.atService ??= new AbortController());
}

function abort(running: Running): void {
  running.controller.abort();
  atServiceOf(running).abort();
}
