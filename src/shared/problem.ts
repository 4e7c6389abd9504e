/** An error for a person: what happened, what it means, what to do next; the raw text is one click away. */
export interface Problem {
  /** Stable, for code and tests: `keychain-locked`, `not-a-uuid`, … */
  readonly code: string;
  readonly title: string;
  readonly meaning: string;
  readonly nextStep: string;
  /** The accessible name of the field it belongs to, if there is one. */
  readonly field?: string;
  /** The profile that it is about, if the window can offer to do something about it. */
  readonly profileId?: string;
  /** Raw text, which never contains a secret; or null. */
  readonly detail: string | null;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** Thrown in main, turned into a typed `Result` at the bridge. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title);
    this.name = 'ProblemError';
  }
}

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse<T = never>(problem: Problem): Result<T> {
  return { ok: false, problem };
}

/** Makes a switch exhaustive: the compiler reports a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
