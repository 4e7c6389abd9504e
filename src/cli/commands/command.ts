import type { ExitCode } from '../exit-codes';
import type { OpenApp } from '../open-app';
import type { Format } from '../formats';
import type { Output } from '../output';

/** What every command is given. */
export interface CommandContext {
  readonly app: OpenApp;
  readonly format: Format;
  readonly output: Output;
  /** A sentence for the person, on standard error. */
  readonly say: (words: string) => void;
  /** Whether what is sent is shown, on standard error. */
  readonly showRequest: boolean;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

export type Run = (context: CommandContext) => Promise<ExitCode>;
