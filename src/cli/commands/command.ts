import type { ExitCode } from '../exit-codes';
import type { OpenApp } from '../open-app';
import type { Format } from '../formats';
import type { Output } from '../output';

export interface CommandContext {
  readonly app: OpenApp;
  readonly format: Format;
  readonly output: Output;
  /** Writes a sentence for the person to standard error. */
  readonly say: (words: string) => void;
  /** True if the request is to be shown on standard error. */
  readonly showRequest: boolean;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

export type Run = (context: CommandContext) => Promise<ExitCode>;
