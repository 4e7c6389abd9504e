import type { ExitCode } from './exit-codes';

/** The result of what was sent cannot be written; its cause says why. */
export class UnwrittenError extends Error {
  /** @param code the outcome of what was sent. */
  constructor(
    cause: unknown,
    readonly code: ExitCode,
  ) {
    super('The result cannot be written.', { cause });
  }
}
