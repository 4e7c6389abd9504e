import type { ExitCode } from './exit-codes';

/** The result of what was sent cannot be written; its cause says why. */
export class UnwrittenError extends Error {
  /** @param code how what was sent ended. */
  constructor(
    cause: unknown,
    readonly code: ExitCode,
  ) {
    super('The result cannot be written.', { cause });
  }
}
